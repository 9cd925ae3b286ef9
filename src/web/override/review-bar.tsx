import { useState } from 'react'
import type { RegisteredOverride } from '#contract/override.ts'
import { SelectionFrame } from '../action/selection-frame.tsx'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../ui/plural.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Notes that the selected overrides were looked over, over the page so that nothing moves. */
export default function ReviewBar(props: {
  org: string
  rows: readonly RegisteredOverride[]
  /** Why the person signed in may not, or null. */
  refusal: string | null
  onClear: () => void
}) {
  const { org, rows, onClear } = props
  const ids = rows.filter((row) => !row.is_request).map((row) => row.override_id)
  const refusal = props.refusal ?? (ids.length === 0 ? 'Nothing was overridden by them yet' : null)
  const [isOpen, setOpen] = useState(false)
  const [comment, setComment] = useState('')
  const { isBusy, failure, run } = useChange(org, 'override_reviewed')
  const input = { params: { org }, body: { override_ids: ids, comment: comment.trim() } }
  const what = plural(ids.length, 'override')
  const review = async () => {
    if (await run(() => call('reviewOverrides', input), `Marked ${what} as reviewed`)) onClear()
  }
  return (
    <SelectionFrame count={rows.length} refusal={refusal} onClear={onClear}>
      <Button disabled={refusal !== null} onClick={() => setOpen(true)}>
        Mark reviewed
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Mark ${what} as reviewed?`}
          effect="Your name and the time stand beside each; nothing else changes."
          action="Mark reviewed"
          reason={comment}
          onReason={setComment}
          isOptional
          call={curl('reviewOverrides', input)}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void review()}
          onClose={() => setOpen(false)}
        />
      )}
    </SelectionFrame>
  )
}
