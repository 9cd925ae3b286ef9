import { sql } from 'kysely'
import type { PageOf } from './paging.ts'

/** Seconds of a day. */
const length = 86_400

/** The day of an instant in Unix seconds: days since 1970, UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / length)
}

/** How many rows of a list fall on a day. */
export interface DayCount {
  day: number
  count: number
}

/** Where a page of a list lies that is ordered newest first. */
export interface PagePlace {
  /** Instants, the first included, the second not. */
  from: number
  before: number
  /** Rows to pass over inside, newest first. */
  offset: number
}

/**
 * Finds a page by walking the counts of days, newest first, so that a deep page costs what the first
 * one costs. Null for a page past the end.
 */
export function placeOfPage(
  days: readonly DayCount[],
  { page, per_page }: PageOf,
): PagePlace | null {
  const skip = (page - 1) * per_page
  let passed = 0
  let place: PagePlace | null = null
  for (const { day, count } of days) {
    if (!place && passed + count > skip) {
      place = { from: day * length, before: (day + 1) * length, offset: skip - passed }
    }
    passed += count
    if (!place) continue
    place.from = day * length
    if (passed >= skip + per_page) break
  }
  return place
}

/** Instants of the range that lie in its first or last day. */
export function isInEdges(
  at: ReturnType<typeof sql.ref>,
  first: number | null,
  last: number | null,
) {
  if (first === null && last === null) return sql<boolean>`false`
  const after = first === null ? sql`true` : sql`${at} >= ${first}`
  const before = last === null ? sql`true` : sql`${at} <= ${last}`
  const inFirst = first === null ? sql`false` : sql`${at} < ${(dayOf(first) + 1) * 86_400}`
  const inLast = last === null ? sql`false` : sql`${at} >= ${dayOf(last) * 86_400}`
  return sql<boolean>`${after} and ${before} and (${inFirst} or ${inLast})`
}
