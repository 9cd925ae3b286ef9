import { patterns } from '#contract/common/fields.ts'
import type { Trail } from '#contract/trail/trail.ts'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'

/** Target of an override: the name, and the trail itself, an artifact, or artifacts to come. */
export interface Target {
  flow: string
  trail: string
  name: string
  fingerprint: string | undefined
  targets: readonly string[]
}

/** Target that an address names. */
export const targetOf = (
  scope: { flow: string; trail: string },
  search: {
    attestation_name?: string | undefined
    artifact_fingerprint?: string | undefined
    target_artifacts?: string[] | undefined
  },
): Target => ({
  ...scope,
  name: search.attestation_name ?? '',
  fingerprint: search.artifact_fingerprint,
  targets: search.target_artifacts ?? [],
})

/** State of a target now. */
export interface TargetState {
  /** The report that it is about; null where nothing was reported. */
  originalId: string | null
  /** Current record: the report, or an override of it. */
  currentId: string | null
  /** Verdict that counts now; null where there is nothing. */
  isCompliant: boolean | null
  isOverridden: boolean
  /** Null where nobody said: nothing was reported and the template takes any. */
  type: string | null
  /** How the artifact is called on this trail. */
  artifactName: string | null
}

const nothing = {
  originalId: null,
  currentId: null,
  isCompliant: null,
  isOverridden: false,
  type: null,
  artifactName: null,
}

/** How a target stands on its trail; what is unknown there was never reported. */
export function targetStateOf(trail: Trail, target: Target): TargetState {
  const { attestations_statuses, artifacts_statuses } = trail.compliance_status
  const artifact = Object.entries(artifacts_statuses).find(([name, status]) =>
    target.fingerprint === undefined
      ? target.targets.includes(name)
      : status.artifact_fingerprint === target.fingerprint,
  )
  const isOfTrail = target.fingerprint === undefined && target.targets.length === 0
  const statuses = isOfTrail ? attestations_statuses : (artifact?.[1].attestations_statuses ?? [])
  const status = statuses.find((one) => one.attestation_name === target.name)
  const artifactName = isOfTrail ? null : (artifact?.[0] ?? null)
  return status ? { ...ofStatus(status), artifactName } : { ...nothing, artifactName }
}

/** Reason why another record counts than when the form was opened; null where none does. */
export function changeSince(opened: TargetState, now: TargetState): string | null {
  if (now.currentId === opened.currentId) return null
  if (now.isOverridden) return 'This was overridden since you opened it. It counts as '
  return now.originalId === opened.originalId
    ? 'The override of this ended since you opened it. It counts as '
    : 'A newer report came since you opened this. It says '
}

/** Of which type it is and what it is about, in words: "Snyk on app". */
export function overriddenLabel(trail: Trail, target: Target): string {
  const { type, artifactName } = targetStateOf(trail, target)
  const on =
    target.targets.join(', ') || artifactName || (target.fingerprint ? 'an artifact' : 'the trail')
  return `${type === null ? 'Evidence' : lookOf(type).label} on ${on}`
}

function ofStatus(status: AttestationStatus): Omit<TargetState, 'artifactName'> {
  const { attestation_id, overridden_attestation_id, attestation_type } = status
  return {
    originalId: overridden_attestation_id ?? attestation_id,
    currentId: attestation_id,
    isCompliant: status.is_compliant,
    isOverridden: overridden_attestation_id !== null,
    type: attestation_type === '*' ? null : attestation_type,
  }
}

/** Why what is of a type cannot be overridden; null where it can. */
export const typeRefusal = (type: string | null): string | null =>
  type === 'decision' || type === 'system:decision'
    ? 'A decision cannot be overridden: record another decision about its control.'
    : null

/** Problem with a target that an address names; null where there is none. */
export function targetProblem({ name, fingerprint, targets }: Target): string | null {
  const bad = [name, ...targets].find((one) => !patterns.attestationName.test(one))
  if (bad !== undefined) {
    return `“${bad}” is not a valid attestation name: letters, digits, “-”, “_” and “,” only.`
  }
  if (fingerprint !== undefined && !patterns.fingerprint.test(fingerprint)) {
    return 'A fingerprint has 64 characters of 0–9 and a–f.'
  }
  return null
}
