import {
  type AllowanceProposal,
  approveAllowance,
  declineAllowance,
  withdrawAllowance,
} from '#contract/allow-list/allowance-proposal.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { type Decision, DecisionDialog } from '#web/record/decision-dialog.tsx'
import { RequestedEnd } from './requests.tsx'

const decisions = {
  approve: { endpoint: approveAllowance, kind: 'artifact_allowed' },
  decline: { endpoint: declineAllowance, kind: 'allowance_declined' },
  withdraw: { endpoint: withdrawAllowance, kind: 'allowance_withdrawn' },
} as const

/** Decides about a request for an entry of an allow-list, with a reason. */
export default function DecideDialog(props: {
  org: string
  request: AllowanceProposal
  decision: Decision
  onClose: () => void
}) {
  const { org, request, decision, onClose } = props
  const { endpoint, kind } = decisions[decision]
  const { artifact_name: name, environment_name: env, proposal_id } = request
  return (
    <DecisionDialog
      org={org}
      decision={decision}
      kind={kind}
      subject={`the request to allow ${name} in ${env}`}
      request={`the request to allow ${name} in ${env}`}
      requestedBy={request.requested_by}
      wanted={`compliant in ${env}, regardless of its policies`}
      end={
        <>
          The entry <RequestedEnd request={request} />.
        </>
      }
      description={request.description}
      callWith={(reason) => {
        const input = { params: { org, proposal_id }, body: { reason } }
        return { shown: curl(endpoint, input), send: () => call(endpoint, input) }
      }}
      onClose={onClose}
    />
  )
}
