import { useState } from 'react'
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
    <section
      aria-label="Selection"
      className="fixed bottom-6 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-table shadow-float max-md:hidden"
    >
      <span className="mr-2 whitespace-nowrap">
        <span className="font-medium">{ids.length}</span> selected
      </span>
      {refusal && <span className="text-meta text-muted">{refusal}</span>}
      <Button disabled={refusal !== null} onClick={() => setOpen(true)}>
        Mark reviewed
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear
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
    </section>
  )
}
