import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
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
