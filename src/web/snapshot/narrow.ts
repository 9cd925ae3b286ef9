import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { counted, formatCount } from '#domain/common/counted.ts'
import { verdictLabel } from '#domain/verdict/qualified-verdict.ts'
import { countStandings, standingOf } from '#domain/verdict/standing.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import type { RowGroup } from '#web/table/long-table.tsx'
import type { Grouping } from './search.ts'

const verdictOf = (artifact: RunningArtifact) => verdictOfRunning(artifact.compliant)

/** "8 artifacts", or "7 running, 1 exited" where some run no more. */
export function artifactCounts(artifacts: readonly Pick<RunningArtifact, 'now'>[]): string {
  const exited = artifacts.filter(({ now }) => now === 0).length
  if (exited === 0) return counted(artifacts.length, 'artifact')
  return `${formatCount(artifacts.length - exited)} running, ${formatCount(exited)} exited`
}

/** Tells the artifacts of a snapshot apart. */
export const artifactKey = ({ name, fingerprint, environment_name }: RunningArtifact) =>
  JSON.stringify([environment_name ?? '', name, fingerprint])

/** Label of artifacts that no flow knows. */
const noFlow = 'No provenance'

/**
 * Artifacts under headings: by their flow, by verdict, by what policies say, or by the member of a
 * logical environment that they run in; else under none. Of a stale environment verdicts are the last.
 */
export function grouped(
  artifacts: readonly RunningArtifact[],
  group: Grouping | undefined,
  isStale: (artifact: RunningArtifact) => boolean = () => false,
): RowGroup<RunningArtifact>[] {
  const groups = new Map<string | null, RunningArtifact[]>()
  for (const artifact of artifacts) {
    const label = labelOf(artifact, group, isStale(artifact))
    const list = groups.get(label)
    if (list) list.push(artifact)
    else groups.set(label, [artifact])
  }
  return Array.from(groups, ([label, rows]) => ({
    label,
    rows,
    ...((group === 'verdict' || group === 'policy') && { count: countText(rows) }),
  })).sort(byLabel)
}

/** Standings short of plain compliance, in the order in which they are counted. */
const lesser = [
  ['expired', 'on expired evidence'],
  ['by_exception', 'by exception'],
  ['not_asked', 'not asked'],
] as const

/** "36, 2 of them by exception, 1 not asked". */
function countText(artifacts: readonly RunningArtifact[]): string {
  const counts = countStandings(
    artifacts.map((artifact) => standingOf({ ...artifact, state: artifact.compliant })),
  )
  const parts = lesser
    .filter(([standing]) => counts[standing] > 0)
    .map(([standing, label], index) => {
      if (counts[standing] === artifacts.length) return `all ${label}`
      return `${counts[standing]}${index === 0 ? ' of them' : ''} ${label}`
    })
  return [formatCount(artifacts.length), ...parts].join(', ')
}

function labelOf(
  artifact: RunningArtifact,
  group: Grouping | undefined,
  isStale: boolean,
): string | null {
  if (group === 'flow') return artifact.provenance?.flow_name ?? noFlow
  if (group === 'policy') return policyLabel(artifact)
  if (group === 'verdict') return verdictLabel({ verdict: verdictOf(artifact), isStale })
  return artifact.environment_name ?? null
}

/** Under the policies that an artifact fails together, allowed or not. */
function policyLabel({ compliant, failing_policies, qualifiers }: RunningArtifact): string {
  if (compliant === null) return 'Not evaluated'
  const broken = failing_policies.join(', ')
  if (!compliant) return broken === '' ? 'No fingerprint' : `Breaks ${broken}`
  if (qualifiers.allow_listed > 0 || broken !== '') {
    return broken === '' ? 'Allow-listed' : `Allow-listed, fails ${broken}`
  }
  return qualifiers.not_asked > 0 ? 'Not asked' : 'Policies pass'
}

/** Labels that precede all others. */
const foremost = [
  noFlow,
  ...(['non-compliant', 'unknown'] as const).flatMap((verdict) =>
    [false, true].map((isStale) => verdictLabel({ verdict, isStale })),
  ),
]

function rank({ label }: RowGroup<RunningArtifact>): number {
  const at = foremost.indexOf(label ?? '')
  return at === -1 ? foremost.length : at
}

/** By name; what no flow knows comes first, and what is not compliant before what is. */
function byLabel(a: RowGroup<RunningArtifact>, b: RowGroup<RunningArtifact>): number {
  return rank(a) - rank(b) || (a.label ?? '').localeCompare(b.label ?? '')
}

/** Policies that artifacts fail, by name, and those that are chosen already. */
export function failingPoliciesOf(
  artifacts: readonly RunningArtifact[],
  chosen: readonly string[] = [],
): string[] {
  const names = artifacts.flatMap(({ failing_policies }) => failing_policies)
  return [...new Set([...names, ...chosen])].sort()
}

/** The flows of artifacts, by name. */
export function flowsOf(artifacts: readonly RunningArtifact[]): string[] {
  const names = artifacts.flatMap(({ provenance }) => provenance?.flow_name ?? [])
  return [...new Set(names)].sort()
}
