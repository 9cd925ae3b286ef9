import { sql } from 'kysely'
import type { TrailState } from '#contract/trail-state.ts'
import { dayOf } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** An artifact that is in another state than before. */
export interface ArtifactFlip {
  id: string
  flow_id: string
  created_at: number
  /** Null without a trail. */
  now: TrailState | null
  /** Undefined where it was not counted yet. */
  before: TrailState | undefined
}

/** Counts artifacts in their states, and no longer in those before, once it is run; exact at once. */
export function countArtifacts(
  org: OrgDatabase,
  flips: readonly ArtifactFlip[],
  newId: () => string,
) {
  const deltas = flips.flatMap(({ flow_id, created_at, now, before }) => {
    const key = { flow_id, day: dayOf(created_at) }
    return [
      { ...key, id: newId(), state: now, amount: 1 },
      ...(before === undefined ? [] : [{ ...key, id: newId(), state: before, amount: -1 }]),
    ]
  })
  return org.insertInto('artifact_delta', deltas)
}

/** What stores the states of artifacts, one statement a state; with their trail locked. */
export function artifactStateWrites(org: OrgDatabase, flips: readonly ArtifactFlip[]) {
  const states = new Set(flips.map(({ now }) => now))
  return Array.from(states, (state) => {
    const ids = flips.flatMap(({ id, now }) => (now === state ? [id] : []))
    return org
      .updateTable('artifact_state')
      .set({ state })
      .where(sql<boolean>`artifact_state.artifact_id = any(${ids})`)
  })
}

const batch = 10_000

/**
 * Folds waiting counts into the sums; readers see the same sum before and after.
 * @returns how many were folded; 0 also when another process is at it
 */
export function foldArtifactCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold artifacts'))) return 0
    return tx.fold('artifact_delta', batch, [
      { into: 'artifact_tally', by: ['flow_id', 'day', 'state'] },
    ])
  })
}
