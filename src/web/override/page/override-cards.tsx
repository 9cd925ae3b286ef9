import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getOverride, RegisteredOverride } from '#contract/override/override.ts'
import { counted, newestFirst } from '#domain/common/counted.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { reportedName, ReportedLink, ReportedValue } from '#web/domain-ui/reported-value.tsx'
import { BeforeAfter } from '#web/override/override-parts.tsx'
import { useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { standingText } from './effect-texts.ts'

/** Everything else that an override says, and who looked it over. */
export function FactsCard(props: { org: string; override: RegisteredOverride }) {
  const { org, override } = props
  const { flow_name: flow, trail_name: trail, review } = override
  const { artifact_fingerprint: fingerprint, target_artifacts } = override
  return (
    <Card title="Facts">
      <div className="px-4 pb-4 text-table">
        <DescriptionList>
          {(!override.is_request || override.state === 'requested') && (
            <DescriptionItem label="Ends">
              <Ends override={override} />
            </DescriptionItem>
          )}
          <People override={override} />
          <DescriptionItem label="Artifact">
            {fingerprint ? (
              <FingerprintLink org={org} flow={flow} value={fingerprint} />
            ) : (
              <span className="text-muted">
                {target_artifacts.join(', ') || 'none: it is about the trail'}
              </span>
            )}
          </DescriptionItem>
          {override.description && (
            <DescriptionItem label="Description">{override.description}</DescriptionItem>
          )}
          {override.origin_url && (
            <DescriptionItem label="Origin">
              <SafeLink href={override.origin_url} />
            </DescriptionItem>
          )}
          {Object.entries(override.external_urls).map(([label, value]) => (
            <DescriptionItem key={label} label={reportedName(label)}>
              <ReportedLink label={label} value={value} />
            </DescriptionItem>
          ))}
          {Object.entries(override.annotations).map(([key, value]) => (
            <DescriptionItem key={key} label={reportedName(key)}>
              <ReportedValue value={value} />
            </DescriptionItem>
          ))}
          {!override.is_request && (
            <DescriptionItem label="Reviewed">
              {review ? (
                <>
                  {review.by}, <TimeStamp at={review.at} form="stamp" />
                  {review.comment && <span className="block">{review.comment}</span>}
                </>
              ) : (
                <span className="text-muted">not yet</span>
              )}
            </DescriptionItem>
          )}
          <DescriptionItem label="Id">
            {override.is_request ? (
              <span className="font-mono text-code wrap-anywhere">{override.override_id}</span>
            ) : (
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={{ org, flow, trail }}
                search={{ attestation_id: override.override_id }}
                className="font-mono text-code wrap-anywhere text-accent hover:underline max-md:-my-3 max-md:py-3"
              >
                {override.override_id}
              </Link>
            )}
          </DescriptionItem>
        </DescriptionList>
      </div>
    </Card>
  )
}

/** Who made it; of what was asked for, who asked and who decided. */
function People({ override }: { override: RegisteredOverride }) {
  const { request, created_by, created_at } = override
  const pairs = request
    ? [
        { label: 'Requested', by: request.requested_by, at: request.requested_at },
        ...(request.decision
          ? [{ ...request.decision, label: decisionLabels[request.decision.kind] }]
          : []),
      ]
    : [{ label: 'By', by: created_by, at: created_at }]
  return pairs.map(({ label, by, at }) => (
    <DescriptionItem key={label} label={label}>
      {by}, <TimeStamp at={at} form="stamp" />
    </DescriptionItem>
  ))
}

const decisionLabels = { approved: 'Approved', declined: 'Declined', withdrawn: 'Withdrawn' }

function Ends({ override }: { override: RegisteredOverride }) {
  const { expires_at, expires_after_days: days } = override
  if (days !== null) return <>{counted(days, 'day')} after approval, as the organization has set</>
  if (expires_at === null) return <>no expiry</>
  return <TimeStamp at={expires_at} form="stamp" />
}

type HistoryEvent = ResponseOf<typeof getOverride>['history'][number]

const eventLabels: Record<HistoryEvent['kind'], string> = {
  requested: 'Requested',
  declined: 'Declined',
  approved: 'Approved',
  made: 'Created',
  expiry_set: 'Expiry set',
  reviewed: 'Reviewed',
  expired: stateLabels.expired,
  withdrawn: stateLabels.withdrawn,
  restored: stateLabels.restored,
}

/** History of an override, newest first. */
export function HistoryCard(props: { history: readonly HistoryEvent[] }) {
  return (
    <Card title="History" remark={newestFirst(props.history.length)}>
      <ol aria-label="History" className="text-table">
        {[...props.history].reverse().map((event, index, all) => (
          <li key={index} className="border-t border-line px-4 py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{eventLabels[event.kind]}</span>
              {event.expires_at !== undefined && (
                <span>
                  {event.expires_at === null ? (
                    'never ends'
                  ) : (
                    <>
                      ends <TimeStamp at={event.expires_at} form="stamp" />
                    </>
                  )}
                </span>
              )}
              <span className="ml-auto text-meta text-muted">
                {event.by}, <TimeStamp at={event.at} form="stamp" />
              </span>
            </p>
            {event.reason && !isSaidBefore(event, all[index + 1]) && (
              <p className="wrap-anywhere whitespace-pre-line">{event.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Whether the reason stands with the event before, of one act. */
const isSaidBefore = (event: HistoryEvent, before: HistoryEvent | undefined) =>
  before !== undefined && before.at === event.at && before.reason === event.reason

/** Verdicts of the evidence and of the override, why, and whether it counts. */
export function CurrentStateCard(props: { org: string; override: RegisteredOverride }) {
  const { org, override } = props
  const { original, flow_name: flow, trail_name: trail } = override
  const id = original?.attestation_id ?? null
  const found = useEvidenceSummaries(org, [id]).get(id ?? '')?.summary
  return (
    <Card title="Before and after">
      <div className="grid gap-2 px-4 pb-4 text-table">
        <p className="text-body">
          <BeforeAfter override={override} />
        </p>
        <p className="max-w-[72ch] wrap-anywhere whitespace-pre-line">{override.reason}</p>
        <p className="text-muted">{standingText(override)}</p>
        {original && (
          <p>
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org, flow, trail }}
              search={{ attestation_id: original.attestation_id }}
              className="text-accent hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
            >
              Open the evidence
            </Link>
            {found && <span className="wrap-anywhere">: {found}</span>}
          </p>
        )}
      </div>
    </Card>
  )
}
