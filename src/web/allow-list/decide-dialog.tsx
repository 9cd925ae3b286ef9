import { useState } from 'react'
import {
  type AllowanceProposal,
  approveAllowance,
  declineAllowance,
  withdrawAllowance,
} from '#contract/allow-list/allowance-proposal.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { AskedEnd } from './requests.tsx'

const decisions = {
  approve: {
    ...{ verb: 'Approve', done: 'Approved', endpoint: approveAllowance },
    kind: 'artifact_allowed',
  },
  decline: {
    ...{ verb: 'Decline', done: 'Declined', endpoint: declineAllowance },
    kind: 'allowance_declined',
  },
  withdraw: {
    ...{ verb: 'Withdraw', done: 'Withdrew', endpoint: withdrawAllowance },
    kind: 'allowance_withdrawn',
  },
} as const
/** What is decided about a request. */
export type Decision = keyof typeof decisions

/** Decides about a request for an entry of an allow-list, with a reason. */
export default function DecideDialog(props: {
  org: string
  request: AllowanceProposal
  decision: Decision
  onClose: () => void
}) {
  const { org, request, decision, onClose } = props
  const { verb, done, endpoint, kind } = decisions[decision]
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useChange(org, kind)
  const { artifact_name: name, environment_name: env, requested_by } = request
  const input = {
    params: { org, proposal_id: request.proposal_id },
    body: { reason: reason.trim() },
  }
  const decide = async () => {
    const said = `${done} the request to allow ${name} in ${env}`
    if (await run(() => call(endpoint, input), said)) onClose()
  }
  return (
    <ReasonDialog
      title={`${verb} the request to allow ${name} in ${env}?`}
      effect={
        <>
          <p>
            {requested_by} asks that it counts as compliant in {env}, whatever its policies say
            {decision === 'approve' && ', which it does from then on'}. The entry{' '}
            <AskedEnd request={request} />.
          </p>
          <blockquote className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line text-muted">
            {request.description}
          </blockquote>
        </>
      }
      action={verb}
      reason={reason}
      onReason={setReason}
      isOptional={decision !== 'decline'}
      call={curl(endpoint, input)}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => void decide()}
      onClose={onClose}
    />
  )
}
