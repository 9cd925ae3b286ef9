import type { EnvironmentType, PhysicalType } from '#contract/environment/environment-type.ts'

/** Minutes without a report after which an environment is stale, by type; null for never. */
export type SilentMinutes = Readonly<Record<PhysicalType, number | null>>

interface Reported {
  type: EnvironmentType
  last_reported_at: number | null
  archived_at?: number | null
  /** Members of a logical environment; else null or absent. */
  members?: readonly Reported[] | null
}

/**
 * Returns when an environment becomes stale without another report, in Unix seconds: its type's
 * interval after the last report. A logical one is as stale as its stalest member. Null for never:
 * no report yet, archived, or no interval set.
 */
export function staleAt(environment: Reported, silent: SilentMinutes): number | null {
  const { type, last_reported_at, archived_at, members } = environment
  if (archived_at != null) return null
  if (type === 'logical') {
    const instants = (members ?? []).flatMap((member) => staleAt(member, silent) ?? [])
    return instants.length > 0 ? Math.min(...instants) : null
  }
  const minutes = silent[type]
  return minutes === null || last_reported_at === null ? null : last_reported_at + minutes * 60
}

/** Returns whether an environment is stale now. */
export const isStale = (stale_at: number | null, now: number): boolean =>
  stale_at !== null && stale_at <= now

/** Returns by type the latest time of a last report that makes an environment stale now. */
export function staleBefore(silent: SilentMinutes, now: number) {
  const types = Object.entries(silent) as [PhysicalType, number | null][]
  return types.flatMap(([type, minutes]) =>
    minutes === null ? [] : [{ type, before: now - minutes * 60 }],
  )
}
