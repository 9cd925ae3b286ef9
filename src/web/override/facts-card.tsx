import { Link } from '@tanstack/react-router'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { Card } from '../ui/card.tsx'
import { FingerprintLink } from '../ui/fingerprint-link.tsx'
import { DescriptionItem, DescriptionList } from '../ui/pairs.tsx'
import { plural } from '../ui/plural.ts'
import { ReportedLink, ReportedValue } from '../ui/reported-value.tsx'
import { SafeLink } from '../ui/safe-link.tsx'
import { TimeStamp } from '../ui/time.tsx'

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
            <DescriptionItem key={label} label={label === 'ticket' ? 'Ticket' : label}>
              <ReportedLink label={label} value={value} />
            </DescriptionItem>
          ))}
          {Object.entries(override.annotations).map(([key, value]) => (
            <DescriptionItem
              key={key}
              label={key === 'compensating_control' ? 'Compensating control' : key}
            >
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
        { label: 'Asked for', by: request.requested_by, at: request.requested_at },
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
  if (days !== null) return <>{plural(days, 'day')} after approval, as the organization has set</>
  if (expires_at === null) return <>never, unless somebody ends it</>
  return <TimeStamp at={expires_at} form="stamp" />
}
