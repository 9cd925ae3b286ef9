import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import type { Standing } from '#contract/verdict/standing.ts'
import { standingOf } from '#domain/verdict/standing.ts'

/** Filters of the artifacts of a snapshot; all apply together. */
export interface RunningFilters {
  /** Part of the name, in any case, or prefix of the fingerprint or commit. */
  q?: string | null | undefined
  /** Name of the flow that reported it first. */
  flow_name?: string | null | undefined
  verdict?: EnvironmentVerdict[] | null | undefined
  standing?: Standing[] | null | undefined
  /** Names of policies: what fails one of them, also where the allow-list lets it pass. */
  failing_policy?: string[] | null | undefined
  show?: 'running' | 'changed' | null | undefined
}

/** Returns the filter value of a verdict; null is unknown. */
function verdictName(compliant: boolean | null): EnvironmentVerdict {
  return compliant === null ? 'UNKNOWN' : compliant ? 'COMPLIANT' : 'NON-COMPLIANT'
}

const rank = (artifact: RunningArtifact) => Number(artifact.compliant === false)

/** Filters artifacts; non-compliant ones come first, each group in the given order. */
export function filterRunning(
  artifacts: readonly RunningArtifact[],
  { q, flow_name, verdict, standing, failing_policy, show }: RunningFilters,
): RunningArtifact[] {
  const part = q?.toLowerCase()
  const isFound = ({ name, fingerprint, provenance }: RunningArtifact) =>
    !part ||
    name.toLowerCase().includes(part) ||
    fingerprint.startsWith(part) ||
    (provenance?.git_commit.startsWith(part) ?? false)
  return artifacts
    .filter(
      (artifact) =>
        !(show === 'running' && artifact.change === 'exited') &&
        !(show === 'changed' && artifact.change === 'unchanged') &&
        (!flow_name || artifact.provenance?.flow_name === flow_name) &&
        (!verdict?.length || verdict.includes(verdictName(artifact.compliant))) &&
        (!standing?.length ||
          standing.includes(standingOf({ ...artifact, state: artifact.compliant }))) &&
        (!failing_policy?.length ||
          artifact.failing_policies.some((policy) => failing_policy.includes(policy))) &&
        isFound(artifact),
    )
    .sort((a, b) => rank(b) - rank(a))
}
