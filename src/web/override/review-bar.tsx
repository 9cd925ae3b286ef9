import { useState } from 'react'
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
  ids: readonly string[]
  refusal: string | null
  onClear: () => void
}) {
  const { org, ids, refusal, onClear } = props
  const [isOpen, setOpen] = useState(false)
  const [comment, setComment] = useState('')
  const { isBusy, failure, run } = useChange(org, 'override_reviewed')
  const input = { params: { org }, body: { override_ids: [...ids], comment: comment.trim() } }
  const what = plural(ids.length, 'override')
  const review = async () => {
    if (await run(() => call('reviewOverrides', input), `Marked ${what} as reviewed`)) onClear()
  }
  return (
    <SelectionFrame count={ids.length} refusal={refusal} onClear={onClear}>
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
