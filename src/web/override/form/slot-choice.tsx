import { Link } from '@tanstack/react-router'
import type { Trail } from '#contract/trail/trail.ts'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { VerdictLabel, verdictOf } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { typeRefusal } from './target.ts'

/** Failing ones first, then missing ones; last what cannot be overridden. */
const rank = ({ attestation_type, is_compliant }: AttestationStatus) =>
  typeRefusal(attestation_type) === null ? [false, null, true].indexOf(is_compliant) : 3

const worstOf = ({ slots }: { slots: readonly AttestationStatus[] }) => Math.min(...slots.map(rank))

/** The slots of a trail that can be chosen to override, of it and of each artifact: failing ones first. */
export function slotGroups({ attestations_statuses, artifacts_statuses }: ComplianceStatus) {
  const groups = [
    { title: 'Trail', target: {}, slots: attestations_statuses },
    ...Object.entries(artifacts_statuses).map(([name, status]) => ({
      title: `Artifact ${name}`,
      target: status.artifact_fingerprint
        ? { artifact_fingerprint: status.artifact_fingerprint }
        : { target_artifacts: [name] },
      slots: status.attestations_statuses,
    })),
  ]
  return groups
    .filter(({ slots }) => slots.length > 0)
    .map((group) => ({ ...group, slots: group.slots.toSorted((a, b) => rank(a) - rank(b)) }))
    .sort((a, b) => worstOf(a) - worstOf(b))
}

/** Which attestation of a trail is meant, where the address names none. */
export function SlotChoice(props: { org: string; trail: Trail }) {
  const { org, trail } = props
  const groups = slotGroups(trail.compliance_status)
  return (
    <Card title="Which verdict?" remark="what the trail goes by now">
      {groups.length === 0 && (
        <p className="px-4 pb-3 text-table text-muted">
          This trail expects nothing, and nothing was reported.
        </p>
      )}
      {groups.map(({ title, target, slots }) => (
        <section key={title} aria-label={title}>
          <h3 className="border-t border-line bg-surface px-4 py-1.5 text-meta font-medium text-muted">
            {title}
          </h3>
          <ul className="text-table">
            {slots.map((slot) => (
              <li
                key={slot.attestation_name}
                className="flex min-h-9 items-center gap-x-3 border-t border-line px-4 max-md:min-h-11"
              >
                <span className="w-36 shrink-0">
                  <VerdictLabel verdict={verdictOf(slot.is_compliant)} />
                </span>
                <span className="flex min-w-0 flex-wrap items-center gap-x-3 wrap-anywhere">
                  {typeRefusal(slot.attestation_type) === null ? (
                    <>
                      <Link
                        to="/$org/flows/$flow/trails/$trail/override"
                        params={{ org, flow: trail.flow.name, trail: trail.name }}
                        search={{ attestation_name: slot.attestation_name, ...target }}
                        className="font-medium text-text hover:underline max-md:py-3"
                      >
                        {slot.attestation_name || 'unnamed'}
                      </Link>
                      <span className="py-1 text-muted">{lookOf(slot.attestation_type).label}</span>
                    </>
                  ) : (
                    <span
                      className="py-2 text-muted"
                      title={typeRefusal(slot.attestation_type) ?? ''}
                    >
                      {slot.attestation_name}: a decision, which cannot be overridden
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}
