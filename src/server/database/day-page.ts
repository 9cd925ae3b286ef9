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
