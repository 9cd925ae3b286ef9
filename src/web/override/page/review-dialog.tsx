import { useState } from 'react'
import { reviewOverrides } from '#contract/override/bulk-override.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { useChange } from '#web/record/use-change.ts'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'

/** Asks for a comment, then notes that overrides were looked over. */
export function ReviewDialog(props: {
  org: string
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}) {
  const { org, ids } = props
  const [comment, setComment] = useState('')
  const { isBusy, failure, run } = useChange(org, 'override_reviewed')
  const input = { params: { org }, body: { override_ids: [...ids], comment: comment.trim() } }
  const what = counted(ids.length, 'override')
  const review = async () => {
    const done = `Marked ${what} as reviewed`
    if (await run(() => call(reviewOverrides, input), done)) props.onDone()
  }
  return (
    <ReasonDialog
      title={`Mark ${what} as reviewed?`}
      effect="Your name and the time are recorded; nothing else changes."
      action="Mark reviewed"
      reason={comment}
      onReason={setComment}
      isOptional
      call={curl(reviewOverrides, input)}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => void review()}
      onClose={props.onClose}
    />
  )
}
