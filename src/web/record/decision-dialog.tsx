import { type ReactNode, useState } from 'react'
import { ReasonDialog } from './reason-dialog.tsx'
import { useChange } from './use-change.ts'

const labels = {
  approve: { verb: 'Approve', done: 'Approved' },
  decline: { verb: 'Decline', done: 'Declined' },
  withdraw: { verb: 'Withdraw', done: 'Withdrew' },
}

/** Decision about a request. */
export type Decision = keyof typeof labels

/** Decides about the request of somebody for an exception, with a reason that a refusal needs. */
export function DecisionDialog(props: {
  org: string
  decision: Decision
  /** The audit kind of the decision, which says what it makes old. */
  kind: Parameters<typeof useChange>[1]
  /** Subject of the title: "the override of unit-tests". */
  subject: string
  /** Request decided: "the request for unit-tests". */
  request: string
  requestedBy: string
  /** Verdict asked for: "compliant in production". */
  wanted: string
  /** Until when it would: a sentence. */
  end: ReactNode
  description: string
  /** Returns the call with a reason: how it reads, and what sends it. */
  callWith: (reason: string) => { shown: string; send: () => Promise<unknown> }
  onClose: () => void
}) {
  const { decision, onClose } = props
  const { verb, done } = labels[decision]
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useChange(props.org, props.kind)
  const { shown, send } = props.callWith(reason.trim())
  const decide = async () => {
    if (await run(send, `${done} ${props.request}`)) onClose()
  }
  return (
    <ReasonDialog
      title={`${verb} ${props.subject}?`}
      effect={
        <>
          <p>
            {props.requestedBy} asks that it counts as {props.wanted}
            {decision === 'approve' && ', which it does from then on'}. {props.end}
          </p>
          <blockquote className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line text-muted">
            {props.description}
          </blockquote>
        </>
      }
      action={verb}
      reason={reason}
      onReason={setReason}
      isOptional={decision !== 'decline'}
      call={shown}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => void decide()}
      onClose={onClose}
    />
  )
}
