import type { ArtifactVerdict, EnvironmentVerdict } from './verdict.ts'

/** State of a physical environment by its artifacts; null when it was never reported (wire.md 23.5). */
export function environmentState(
  policyCount: number,
  artifacts: readonly Pick<ArtifactVerdict, 'compliant'>[] | null,
): Pick<EnvironmentVerdict, 'state' | 'reason'> {
  if (policyCount === 0) return { state: null, reason: 'no_policy' }
  if (artifacts === null) return { state: null, reason: 'never_reported' }
  if (artifacts.length === 0) return { state: true, reason: 'nothing_running' }
  return artifacts.every(({ compliant }) => compliant === true)
    ? { state: true, reason: 'artifacts_compliant' }
    : { state: false, reason: 'artifacts_failing' }
}

/** State of a logical environment by its members': the worst, and none is unknown (wire.md 23.5). */
export function logicalState(members: readonly (boolean | null)[]): boolean | null {
  if (members.includes(false)) return false
  return members.length === 0 || members.includes(null) ? null : true
}
