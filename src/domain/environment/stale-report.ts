import type { EnvironmentType, PhysicalType } from '#contract/environment/environment-type.ts'
import type { ReportingBasis } from '#contract/environment/reporting-interval.ts'
import { daySeconds } from '#domain/common/days.ts'

/** Minutes without a report after which an environment is stale, by type; null: as learned. */
export type SilentMinutes = Readonly<Record<PhysicalType, number | null>>

/** Settings of types and the instant that staleness is measured by. */
export interface ReportingRules {
  minutes: SilentMinutes
  /** Unix seconds. */
  now: number
}

/** Fields of an environment about its reports. */
export interface Reported {
  type: EnvironmentType
  /** Unix seconds of the last report by the clock, which may have been set back; null: none yet. */
  heard_at: number | null
  /** Minutes set for the environment itself; else null. */
  reporting_minutes: number | null
  /** Seconds learned from its reports; null before there are enough. */
  learned_interval: number | null
  archived_at?: number | null
  /** Of a member: its state by its last report; null is unknown. */
  state?: boolean | null
  /** Members of a logical environment; else null or absent. */
  members?: readonly Reported[] | null
}

/** Seconds after which an environment with too few reports to learn from is stale. */
export const assumedInterval = 7 * daySeconds
/** Seconds by which clocks of processes may differ. */
export const clockTolerance = 60

/**
 * Returns the seconds without a report after which a physical environment is stale, and why: what
 * is set for it wins, then what is set for its type, then what its reports tell.
 */
export function intervalOf(
  environment: Pick<Reported, 'type' | 'reporting_minutes' | 'learned_interval'>,
  minutes: SilentMinutes,
): { interval: number; basis: ReportingBasis } {
  const { type, reporting_minutes, learned_interval } = environment
  const ofType = type === 'logical' ? null : minutes[type]
  if (reporting_minutes !== null) return { interval: reporting_minutes * 60, basis: 'environment' }
  if (ofType !== null) return { interval: ofType * 60, basis: 'type' }
  if (learned_interval !== null) return { interval: learned_interval, basis: 'learned' }
  return { interval: assumedInterval, basis: 'assumed' }
}

/**
 * Returns when an environment becomes stale without another report, in Unix seconds: its interval
 * after the last report, and at once where the clock is before that report, since no silence can be
 * measured then. A logical one is as stale as the stalest of the members that it has its verdict
 * from: where one fails that does report, that stays so. Null for never: no report yet, or archived.
 */
export function staleAt(environment: Reported, rules: ReportingRules): number | null {
  const { type, heard_at, archived_at, members } = environment
  if (archived_at != null) return null
  if (type === 'logical') {
    const decisive = decisiveMember(members ?? [], rules)
    return decisive ? staleAt(decisive, rules) : null
  }
  if (heard_at === null) return null
  if (rules.now < heard_at - clockTolerance) return rules.now
  return heard_at + intervalOf(environment, rules.minutes).interval
}

/**
 * Returns the member of a logical environment that it becomes stale with: of those that fail the one
 * that reports the longest, otherwise the stalest of all.
 */
export function decisiveMember<Member extends Reported>(
  members: readonly Member[],
  rules: ReportingRules,
): Member | undefined {
  const dueAt = (member: Member) => staleAt(member, rules) ?? Number.MAX_VALUE
  const failing = members.filter(({ state }) => state === false)
  return failing.length > 0
    ? failing.toSorted((a, b) => dueAt(b) - dueAt(a))[0]
    : members.toSorted((a, b) => dueAt(a) - dueAt(b))[0]
}

/** Returns whether an environment is stale now. */
export const isStale = (stale_at: number | null, now: number): boolean =>
  stale_at !== null && stale_at <= now

/** An environment in which an artifact runs since a snapshot, with the facts about its reports. */
export interface ReportedRunning extends Reported {
  environment_name: string
  snapshot_index: number
}

/** The same with when it becomes stale without another report; null for never. */
export type RunningNow = Pick<ReportedRunning, 'environment_name' | 'snapshot_index'> & {
  stale_at: number | null
}

/** Returns environments in which an artifact runs, each with when it becomes stale. */
export const withStaleTimes = (
  environments: readonly ReportedRunning[],
  rules: ReportingRules,
): RunningNow[] =>
  environments.map(({ environment_name, snapshot_index, ...reported }) => ({
    ...{ environment_name, snapshot_index },
    stale_at: staleAt(reported, rules),
  }))
