import { useQuery } from '@tanstack/react-query'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { decidersText } from '#domain/override/override-rules.ts'
import { ticketOf } from '#web/domain-ui/ticket.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { RequestLink } from './request-marks.tsx'
import { EndsAt } from './override-parts.tsx'
import { ChangeRefusals, OverrideActions, useChanges } from './page/actions.tsx'
import { settingsQuery } from './queries.ts'

/** Requests for overrides that wait, with their answers and who may give them. */
export default function WaitingCard(props: {
  org: string
  requests: readonly RegisteredOverride[]
}) {
  const { org, requests } = props
  const { data } = useQuery(settingsQuery(org))
  const [first] = requests
  if (!first) return null
  return (
    <Card
      title="Waits for approval"
      remark={requests.length > 1 ? `${requests.length} requests` : undefined}
    >
      <ul aria-label="Requests for overrides" className="text-table">
        {requests.map((request) => (
          <li key={request.override_id} className="grid gap-2 border-t border-line px-4 py-2.5">
            <RequestText org={org} request={request} />
            <p className="flex flex-wrap items-center gap-2">
              <OverrideActions org={org} override={request} isBeside />
            </p>
            <p className="text-meta text-muted">
              <Deciders request={request} text={decidersText(data ?? settingDefaults.overrides)} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RequestText(props: { org: string; request: RegisteredOverride }) {
  const { org, request } = props
  const ticket = ticketOf(request)
  return (
    <>
      <p>
        <RequestLink org={org} request={request} />
      </p>
      <p className="wrap-anywhere">
        <span className="font-medium">{request.attestation_name}</span> is to count as{' '}
        <VerdictLabel verdict={verdictOf(request.new_compliance_status)} />; the override{' '}
        <EndsAt override={request} />.
      </p>
      <p className="wrap-anywhere whitespace-pre-line">
        {request.reason} {ticket && <SafeLink href={ticket.href}>{ticket.label}</SafeLink>}
      </p>
    </>
  )
}

function Deciders(props: { request: RegisteredOverride; text: string }) {
  const changes = useChanges(props.request)
  const isMine = changes.some(({ change, refusal }) => change === 'approve' && refusal === null)
  return isMine ? (
    <>You may decide, as may {props.text}; never who asked.</>
  ) : (
    <>
      <ChangeRefusals override={props.request} /> May decide: {props.text}.
    </>
  )
}
