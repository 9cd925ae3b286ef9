import { type RawBuilder, sql } from 'kysely'
import type { PageOf } from './keyset-page.ts'

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
export interface PagePosition {
  /** Instants, the first included, the second not. */
  from: number
  before: number
  /** The order in which fewer rows of that time are passed over before those of the page. */
  walk: 'desc' | 'asc'
  offset: number
  /** Rows of the page: on the last one of a list maybe fewer than a page may have. */
  size: number
}

/**
 * Finds a page by walking the counts of days, newest first, so that a deep page costs what the first
 * one costs. Null for a page past the end.
 */
export function seekPage(
  days: readonly DayCount[],
  { page, per_page }: PageOf,
): PagePosition | null {
  let newer = (page - 1) * per_page
  let held = 0
  let chosen: Pick<PagePosition, 'from' | 'before'> | undefined
  for (const { day, count } of days) {
    if (!chosen && count <= newer) {
      newer -= count
      continue
    }
    chosen = { from: day * length, before: chosen?.before ?? (day + 1) * length }
    held += count
    if (held >= newer + per_page) break
  }
  if (!chosen) return null
  const size = Math.min(per_page, held - newer)
  const older = held - newer - size
  return newer <= older
    ? { ...chosen, walk: 'desc', offset: newer, size }
    : { ...chosen, walk: 'asc', offset: older, size }
}

/** The same for a list that is ordered oldest first; the days still come newest first. */
export function seekPageFromOldest(days: readonly DayCount[], page: PageOf): PagePosition | null {
  // Seen in a mirror, in which the last day is the first.
  const mirrored = days.map(({ day, count }) => ({ day: -1 - day, count })).reverse()
  const place = seekPage(mirrored, page)
  if (!place) return null
  const walk = place.walk === 'asc' ? 'desc' : 'asc'
  return { ...place, from: 0 - place.before, before: 0 - place.from, walk }
}

/**
 * Takes the rows of a place out of a page's worth of them, in the order of their list: walked against
 * it to a short last page, earlier ones come along.
 */
export function sliceRows<Row>(
  rows: Row[],
  place: PagePosition,
  order: PagePosition['walk'] = 'desc',
): Row[] {
  return place.walk === order ? rows : rows.slice(-place.size)
}

/**
 * What of a range of instants may not be whole days: of its first and of its last day the instants
 * that it holds. An end that is null is open and has none.
 */
export function partialDaysOf(
  at: ReturnType<typeof sql.ref>,
  first: number | null,
  last: number | null,
): { day: number; holds: RawBuilder<boolean> }[] {
  const days = [first, last].filter((end) => end !== null).map(dayOf)
  return [...new Set(days)].map((day) => {
    const from = Math.max(first ?? -Infinity, day * length)
    const to = Math.min(last ?? Infinity, (day + 1) * length)
    const before = (day + 1) * length
    return { day, holds: sql<boolean>`${at} >= ${from} and ${at} <= ${to} and ${at} < ${before}` }
  })
}
