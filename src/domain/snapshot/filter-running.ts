import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'

/** What narrows the artifacts of a snapshot; all that is given applies. */
export interface RunningFilters {
  /** A part of a name, any case, or the start of a fingerprint or commit. */
  q?: string | null | undefined
  /** Of the flow that knew it first. */
  flow_name?: string | null | undefined
  verdict?: EnvironmentVerdict[] | null | undefined
  show?: 'running' | 'changed' | null | undefined
}

/** The verdict of what runs, as filters name it; null is unknown. */
function verdictName(compliant: boolean | null): EnvironmentVerdict {
  return compliant === null ? 'UNKNOWN' : compliant ? 'COMPLIANT' : 'NON-COMPLIANT'
}

const trouble = (artifact: RunningArtifact) => Number(artifact.compliant === false)

/** The artifacts that filters let through; trouble first, then in their order: by name. */
export function narrowRunning(
  artifacts: readonly RunningArtifact[],
  { q, flow_name, verdict, show }: RunningFilters,
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
        isFound(artifact),
    )
    .sort((a, b) => trouble(b) - trouble(a))
}
