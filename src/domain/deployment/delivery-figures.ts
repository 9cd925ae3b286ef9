import type { Deployment, DeploymentStatistics } from '#contract/deployment/deployment.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { medianOf } from '#domain/common/statistics.ts'
import { isOlderVersion, versionOf } from '#domain/snapshot/artifact-version.ts'

const hour = 3_600
const day = 24 * hour

/** Upper bounds of the classes of lead times in seconds; the last class has none. */
const bounds = [hour, 4 * hour, 12 * hour, day, 3 * day, 7 * day, 14 * day, 30 * day] as const

/** A class of lead times: `from` is included, `to` is not; null is unbounded. */
interface LeadTimeClass {
  /** Seconds. */
  from: number
  to: number | null
  count: number
}

/** Statistics of the time from commits to their deployments, in seconds. */
interface LeadTimes {
  /** Number of known lead times. */
  count: number
  /** Number of unknown ones: no commit time, or one after the start. */
  unknown: number
  median: number | null
  /** 90th percentile. */
  p90: number | null
  classes: LeadTimeClass[]
}

/** Returns a quantile of sorted numbers, interpolated between two of them; null for none. */
function quantile(sorted: readonly number[], share: number): number | null {
  const position = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

/** Sums up lead times in seconds; null is an unknown one. */
export function sumUpLeadTimes(seconds: readonly (number | null)[]): LeadTimes {
  const known = seconds
    .filter((one): one is number => one !== null && one >= 0)
    .sort((a, b) => a - b)
  const classes = [...bounds, null].map((to, index): LeadTimeClass => {
    const from = bounds[index - 1] ?? 0
    const count = known.filter((one) => one >= from && (to === null || one < to)).length
    return { from, to, count }
  })
  return {
    count: known.length,
    unknown: seconds.length - known.length,
    median: quantile(known, 0.5),
    p90: quantile(known, 0.9),
    classes,
  }
}

/** Outcome of a deployment; instants in Unix seconds. */
export interface DeploymentOutcome {
  /** Of the artifact that started. */
  name: string
  /** Whether its start turned the environment non-compliant, and it is what fails there. */
  isFailing: boolean
  /** When the environment complied again, and by what; no cause is a report. */
  restored: { at: number; cause: VerdictCause['kind'] | undefined } | null
  /** Its successor. */
  next: { name: string; started_at: number } | null
}

/** Causes by which an environment complies though nothing in it was mended. */
const exceptions: readonly (VerdictCause['kind'] | undefined)[] = ['override', 'allow_list']

/** Returns how a deployment failed; null if it did not. */
export function failureOf(outcome: DeploymentOutcome): Deployment['failure'] {
  const { isFailing, restored, next } = outcome
  if (isFailing) {
    return {
      reason: 'non_compliant',
      ended_at: restored?.at ?? null,
      is_by_exception: restored !== null && exceptions.includes(restored.cause),
    }
  }
  if (next === null || !isOlder(next.name, outcome.name)) return null
  return { reason: 'older_version', ended_at: next.started_at, is_by_exception: false }
}

function isOlder(name: string, replaced: string): boolean {
  const [now, before] = [versionOf(name), versionOf(replaced)]
  return now.name === before.name && isOlderVersion(now.version, before.version)
}

/** Counts failures by reason, and how long those lasted that a change ended, in seconds. */
export function sumUpFailures(
  deployments: readonly Pick<Deployment, 'started_at' | 'failure'>[],
): Pick<DeploymentStatistics, 'failures' | 'restores'> {
  const failures = { non_compliant: 0, older_version: 0 }
  const seconds: number[] = []
  let byException = 0
  for (const { started_at, failure } of deployments) {
    if (!failure) continue
    failures[failure.reason] += 1
    if (failure.is_by_exception) byException += 1
    else if (failure.ended_at !== null) seconds.push(failure.ended_at - started_at)
  }
  const sorted = seconds.sort((a, b) => a - b)
  return {
    failures,
    restores: {
      count: sorted.length,
      by_exception: byException,
      shortest: sorted[0] ?? null,
      median: sorted.length > 0 ? medianOf(sorted) : null,
      longest: sorted.at(-1) ?? null,
    },
  }
}
