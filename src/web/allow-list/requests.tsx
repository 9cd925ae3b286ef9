import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AllowanceProposal } from '#contract/allow-list/allowance-proposal.ts'
import { counted } from '#domain/common/counted.ts'
import { useRefusal } from '#web/api/permission.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo, TimeStamp } from '#web/ui/time.tsx'
import type { Decision } from '#web/record/decision-dialog.tsx'
import { allowanceRequestsQuery } from './queries.ts'

const DecideDialog = lazyPart(() => import('./decide-dialog.tsx'))

const labels: Record<Decision, string> = {
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
}

/** Requests for entries of allow-lists of an environment that wait for a second person. */
export function AllowanceRequests(props: { org: string; env: string }) {
  const { org, env } = props
  const { data: requests = [] } = useQuery(allowanceRequestsQuery(org, env))
  // Held here: the row may leave, decided by somebody else, while its dialog says so.
  const [open, setOpen] = useState<{ decision: Decision; request: AllowanceProposal } | null>(null)
  if (requests.length === 0 && !open) return null
  return (
    <div className="mb-4">
      <Card title="Allow-list entries that wait for approval" remark={String(requests.length)}>
        <ul aria-label="Requests for allow-list entries" className="text-table">
          {requests.map((request) => (
            <Request
              key={request.proposal_id}
              org={org}
              request={request}
              onOpen={(decision) => setOpen({ decision, request })}
            />
          ))}
        </ul>
      </Card>
      {open && <DecideDialog org={org} {...open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Request(props: {
  org: string
  request: AllowanceProposal
  onOpen: (decision: Decision) => void
}) {
  const { request } = props
  const { environment_name: env, artifact_name: name, is_own } = request
  const missingRole = useRefusal('member')
  const decisions: { decision: Decision; refusal: string | null }[] = [
    { decision: 'approve', refusal: request.approval_refusal ?? missingRole },
    is_own
      ? { decision: 'withdraw', refusal: missingRole }
      : { decision: 'decline', refusal: request.approval_refusal ?? missingRole },
  ]
  const refusal = decisions.find((one) => one.refusal !== null)?.refusal
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <div className="min-w-[min(100%,18rem)] flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="wrap-anywhere">{request.description}</p>
        <p className="text-meta text-muted">
          {request.requested_by} asked <TimeAgo at={request.requested_at} suffix /> ·{' '}
          <RequestedEnd request={request} />. It allows nothing until it is approved
          {refusal ? `. ${refusal}` : ''}
        </p>
      </div>
      <div className="flex gap-2">
        {decisions.map(({ decision, refusal }) => (
          <Button
            key={decision}
            refusal={refusal}
            aria-label={`${labels[decision]} the request to allow ${name} in ${env}`}
            onClick={() => props.onOpen(decision)}
          >
            {labels[decision]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** When what is asked for would end. */
export function RequestedEnd({ request }: { request: AllowanceProposal }) {
  const { expires_at, expires_after_days: days } = request
  if (days !== null) return <>ends {counted(days, 'day')} after approval</>
  if (expires_at === null) return <>no end</>
  return (
    <>
      ends <TimeStamp at={expires_at} form="stamp" />
    </>
  )
}
