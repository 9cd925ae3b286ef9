import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { standingOf } from '#domain/verdict/standing.ts'
import { verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import type { RowGroup } from '#web/table/long-table.tsx'
import type { Grouping } from './search.ts'

const verdictOf = (artifact: RunningArtifact) => verdictOfRunning(artifact.compliant)

/** "8 artifacts", or "7 running, 1 exited" where some run no more. */
export function artifactCounts(artifacts: readonly Pick<RunningArtifact, 'now'>[]): string {
  const exited = artifacts.filter(({ now }) => now === 0).length
  if (exited === 0) return counted(artifacts.length, 'artifact')
  return `${(artifacts.length - exited).toLocaleString('en')} running, ${exited.toLocaleString('en')} exited`
}

/** Tells the artifacts of a snapshot apart. */
export const artifactKey = ({ name, fingerprint, environment_name }: RunningArtifact) =>
  JSON.stringify([environment_name ?? '', name, fingerprint])

/** Words for artifacts that no flow knows. */
const noFlow = 'No provenance'

/**
 * Artifacts under headings: by their flow, by verdict, or by the member of a logical environment that they
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
  return Array.from(groups, ([label, rows]) => ({
    label,
    rows,
    ...(group === 'verdict' && { count: countLabel(rows) }),
  })).sort(byLabel)
}

/** "36, 2 of them by exception". */
function countLabel(artifacts: readonly RunningArtifact[]): string {
  const excepted = artifacts.filter(
    (artifact) => standingOf({ ...artifact, state: artifact.compliant }) === 'by_exception',
  ).length
  const count = artifacts.length.toLocaleString('en')
  if (excepted === 0) return count
  return `${count}, ${excepted === artifacts.length ? 'all' : `${excepted} of them`} by exception`
}

function labelOf(artifact: RunningArtifact, group: Grouping | undefined): string | null {
  if (group === 'flow') return artifact.provenance?.flow_name ?? noFlow
  if (group === 'policy') return policyLabel(artifact)
  if (group === 'verdict') return verdicts[verdictOf(artifact)].label
  return artifact.environment_name ?? null
}

/** Under the policies that an artifact breaks together. */
function policyLabel({ compliant, failing_policies }: RunningArtifact): string {
  if (compliant === null) return 'Not judged'
  if (compliant) return 'Policies hold'
  return failing_policies.length > 0 ? `Breaks ${failing_policies.join(', ')}` : 'No fingerprint'
}

/** What comes first, whatever its name. */
const foremost = [noFlow, verdicts['non-compliant'].label, verdicts.unknown.label]

function rank({ label }: RowGroup<RunningArtifact>): number {
  const at = foremost.indexOf(label ?? '')
  return at === -1 ? foremost.length : at
}

/** By name; what no flow knows comes first, and what is not compliant before what is. */
function byLabel(a: RowGroup<RunningArtifact>, b: RowGroup<RunningArtifact>): number {
  return rank(a) - rank(b) || (a.label ?? '').localeCompare(b.label ?? '')
}

/** The flows of artifacts, by name. */
export function flowsOf(artifacts: readonly RunningArtifact[]): string[] {
  const names = artifacts.flatMap(({ provenance }) => provenance?.flow_name ?? [])
  return [...new Set(names)].sort()
}
