import type { Artifact } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { durationOf } from '#web/ui/time-text.ts'

/** A commit may not be older than this before its build: clocks of authors are wrong. */
const maxCommitAge = 400 * 86_400

/** Where an artifact first ran in an environment. */
export interface ReachedStep {
  kind: 'environment'
  at: number
  place: EnvironmentOfArtifact
  startedIndex: number
}

/** What an artifact passed on its way, in the order of time. */
export type PathStep = { kind: 'commit'; at: number } | { kind: 'build'; at: number } | ReachedStep

/** The commit, the build and each environment when it was first reached. */
export function pathSteps(
  artifact: Pick<Artifact, 'created_at' | 'git_commit_info'>,
  environments: readonly EnvironmentOfArtifact[],
): PathStep[] {
  const { created_at: built, git_commit_info: commit } = artifact
  const committed = commit?.timestamp ?? null
  const isCommitKnown = committed !== null && committed <= built && committed > built - maxCommitAge
  return [
    ...(isCommitKnown ? [{ kind: 'commit' as const, at: committed }] : []),
    { kind: 'build', at: built },
    ...environments.flatMap((place) => {
      const [first] = place.periods
      if (!first) return []
      const { started_at: at, started_index: startedIndex } = first
      return [{ kind: 'environment' as const, at, place, startedIndex }]
    }),
  ]
}

/** Time from one step to the next; what ran before it was reported goes back in time. */
export const betweenSteps = (before: PathStep, after: PathStep): string => {
  const seconds = after.at - before.at
  return seconds < 0 ? `${durationOf(-seconds)} before` : durationOf(seconds)
}

/** "2 h from commit to prod-eu. Runs in 2 of the 3 environments that it reached." */
export function describePath(steps: readonly PathStep[]): string {
  const reached = steps.flatMap((step) => (step.kind === 'environment' ? [step] : []))
  const [first] = steps
  const last = reached.at(-1)
  if (!first || !last) return ''
  const running = reached.filter(({ place }) => place.is_running).length
  const way = `from ${first.kind} to ${last.place.environment_name}`
  const time = last.at < first.at ? '' : `${durationOf(last.at - first.at)} ${way}. `
  const of = reached.length === 1 ? 'the environment' : `the ${reached.length} environments`
  const where = running === reached.length ? of : `${running} of ${of}`
  return running === 0 ? `${time}Runs nowhere now.` : `${time}Runs in ${where} that it reached.`
}
