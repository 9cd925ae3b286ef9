import type { Artifact } from '#contract/artifact/artifact.ts'
import type {
  EnvironmentOfArtifact,
  RecordedVerdict,
  RunningPeriod,
} from '#contract/artifact/environments-of-artifact.ts'
import { daySeconds } from '#domain/common/days.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { isPlain, type QualifiedVerdict, qualifierText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { durationOf } from '#web/ui/time-text.ts'

/** How an artifact stands in an environment: while it runs now, else when it ran there last. */
interface EnvironmentState extends QualifiedVerdict {
  period: RunningPeriod
  /** Its recorded verdict; undefined where no policy was asked. */
  recorded: RecordedVerdict | undefined
}

/**
 * Reads how an artifact stands in an environment; null where no period of it is known. Where it was
 * running when a report became due, that is the last known.
 * @param now Unix seconds
 */
export function stateOfEnvironment(
  environment: EnvironmentOfArtifact,
  now: number,
): EnvironmentState | null {
  const period = environment.periods.at(-1)
  if (!period) return null
  const last = environment.verdicts.at(-1)
  // A verdict that ended while it ran on was the last: no policy is asked any more.
  const isEvaluated = last && (last.to_index === null || period.exited_index !== null)
  const recorded = isEvaluated ? last : undefined
  return {
    period,
    recorded,
    verdict: verdictOfRunning(recorded?.compliant ?? null),
    ...(recorded && { qualifiers: recorded.qualifiers }),
    isStale: isOnlySeen(environment, now),
  }
}

/** Whether an artifact was running by the last report of an environment that is stale. */
export const isOnlySeen = (
  { is_running: isRunning, stale_at }: Pick<EnvironmentOfArtifact, 'is_running' | 'stale_at'>,
  now: number,
): boolean => isRunning && isStale(stale_at, now)

/**
 * Reason of a verdict: the failing policies, the allow-list, or that nothing was asked. That every
 * policy passes is said only of a verdict that nothing else carries.
 */
export function decidedBy(recorded: RecordedVerdict | undefined): string {
  if (!recorded) return 'no policy attached'
  if (recorded.is_allowed) return 'on the allow-list'
  if (!recorded.compliant) return recorded.failing_policies.join(', ') || 'no fingerprint'
  const qualified = { verdict: 'compliant', qualifiers: recorded.qualifiers } as const
  if (isPlain(qualified)) return 'every policy passes'
  const text = qualifierText(qualified)
  return text === 'not asked'
    ? 'no rule applies, or its trail expects nothing'
    : `its policies, ${text}`
}

/** A commit may not be older than this before its build: clocks of authors are wrong. */
const maxCommitAge = 400 * daySeconds

/** Where an artifact first ran in an environment. */
export interface ReachedStep {
  kind: 'environment'
  at: number
  environment: EnvironmentOfArtifact
  startedIndex: number
}

/** Step on the way of an artifact, in the order of time. */
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
    ...environments.flatMap((environment) => {
      const [first] = environment.periods
      if (!first) return []
      const { started_at: at, started_index: startedIndex } = first
      return [{ kind: 'environment' as const, at, environment, startedIndex }]
    }),
  ]
}

/** Time from one step to the next; what ran before it was reported goes back in time. */
export const betweenSteps = (before: PathStep, after: PathStep): string => {
  const seconds = after.at - before.at
  return seconds < 0 ? `${durationOf(-seconds)} before` : durationOf(seconds)
}

/**
 * "2 h from commit to prod-eu. Runs in 2 of the 3 environments that it reached, in 1 of them when last
 * seen."
 */
export function describePath(steps: readonly PathStep[], now: number): string {
  const reached = steps.flatMap((step) => (step.kind === 'environment' ? [step] : []))
  const [first] = steps
  const last = reached.at(-1)
  if (!first || !last) return 'It has run nowhere yet.'
  const running = reached.filter(({ environment }) => environment.is_running).length
  const seen = reached.filter(({ environment }) => isOnlySeen(environment, now)).length
  const way = `from ${first.kind} to ${last.environment.environment_name}`
  const time = last.at < first.at ? '' : `${durationOf(last.at - first.at)} ${way}. `
  const of = reached.length === 1 ? 'the environment' : `the ${reached.length} environments`
  const where = running === reached.length ? of : `${running} of ${of}`
  if (running === 0) return `${time}Runs nowhere now.`
  const lastSeen = seen === running ? ', when last seen' : `, in ${seen} of them when last seen`
  return `${time}Runs in ${where} that it reached${seen > 0 ? lastSeen : ''}.`
}
