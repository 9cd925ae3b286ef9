import type { EnvironmentType, PhysicalType } from '#contract/environment/environment-type.ts'

/** Minutes after which the silence of an environment counts, by its type; null: never. */
export type SilentMinutes = Readonly<Record<PhysicalType, number | null>>

interface Reported {
  type: EnvironmentType
  last_reported_at: number | null
  archived_at?: number | null
  /** Of a logical environment; else null or absent. */
  members?: readonly Reported[] | null
}

/**
 * From when on, in Unix seconds, an environment is stale unless it reports until then: its last
 * report is older than its type may be silent. A logical one is as stale as its stalest member.
 * Null where nothing makes it stale: no report yet, archived, or no interval set.
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

/** Whether an environment is stale by now. */
export const isStale = (stale_at: number | null, now: number): boolean =>
  stale_at !== null && stale_at <= now

/** By type, the instant up to which a last report makes an environment stale now. */
export function staleBefore(silent: SilentMinutes, now: number) {
  const types = Object.entries(silent) as [PhysicalType, number | null][]
  return types.flatMap(([type, minutes]) =>
    minutes === null ? [] : [{ type, before: now - minutes * 60 }],
  )
}
