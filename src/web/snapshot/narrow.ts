import type { RunningArtifact } from '#contract/snapshot-page.ts'
import type { RowGroup } from '../table/long-table.tsx'
import type { ArtifactSearch, Grouping } from './search.ts'
import { verdictOfRunning, verdicts } from '../ui/verdict-mark.tsx'
import { verdictOfFilter } from './verdict-options.tsx'

const verdictOf = (artifact: RunningArtifact) => verdictOfRunning(artifact.compliant)

/** Tells the artifacts of a snapshot apart. */
export const artifactKey = ({ name, fingerprint, environment_name }: RunningArtifact) =>
  JSON.stringify([environment_name ?? '', name, fingerprint])

/** The artifacts that a search asks for; trouble first, then as they come: by name. */
export function narrowed(
  artifacts: readonly RunningArtifact[],
  { q, flow_name, verdict, show }: ArtifactSearch,
): RunningArtifact[] {
  const part = q?.toLowerCase()
  const wanted = new Set(verdict?.map((one) => verdictOfFilter[one]))
  return artifacts
    .filter((artifact) => {
      const { name, fingerprint, provenance } = artifact
      if (show === 'running' && artifact.change === 'exited') return false
      if (show === 'changed' && artifact.change === 'unchanged') return false
      if (flow_name && provenance?.flow_name !== flow_name) return false
      if (verdict?.length && !wanted.has(verdictOf(artifact))) return false
      return (
        !part ||
        name.toLowerCase().includes(part) ||
        fingerprint.startsWith(part) ||
        (provenance?.git_commit.startsWith(part) ?? false)
      )
    })
    .sort((a, b) => trouble(b) - trouble(a))
}

const trouble = (artifact: RunningArtifact) => Number(artifact.compliant === false)

/** Words for artifacts that no flow knows. */
const noFlow = 'No provenance'

/**
 * Artifacts under headings: by flow, by verdict, or by the member of a logical environment that they
 * run in; else under none.
 */
export function grouped(
  artifacts: readonly RunningArtifact[],
  group: Grouping | undefined,
): RowGroup<RunningArtifact>[] {
  const groups = new Map<string | null, RunningArtifact[]>()
  for (const artifact of artifacts) {
    const label = labelOf(artifact, group)
    const list = groups.get(label)
    if (list) list.push(artifact)
    else groups.set(label, [artifact])
  }
  return Array.from(groups, ([label, rows]) => ({ label, rows })).sort(byLabel)
}

function labelOf(artifact: RunningArtifact, group: Grouping | undefined): string | null {
  if (group === 'flow') return artifact.provenance?.flow_name ?? noFlow
  if (group === 'verdict') return verdicts[verdictOf(artifact)].label
  return artifact.environment_name ?? null
}

/** By name; what no flow knows comes first, and what is not compliant before what is. */
function byLabel(a: RowGroup<RunningArtifact>, b: RowGroup<RunningArtifact>): number {
  const rank = ({ label }: RowGroup<RunningArtifact>) =>
    [noFlow, verdicts['non-compliant'].label, verdicts.unknown.label].indexOf(label ?? '')
  const [first, second] = [rank(a), rank(b)].map((at) => (at === -1 ? 9 : at)) as [number, number]
  return first - second || (a.label ?? '').localeCompare(b.label ?? '')
}

/** The flows of artifacts, by name. */
export function flowsOf(artifacts: readonly RunningArtifact[]): string[] {
  const names = artifacts.flatMap(({ provenance }) => provenance?.flow_name ?? [])
  return [...new Set(names)].sort()
}
