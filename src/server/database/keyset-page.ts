import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'

/** A page of a list, counted from 1. */
export interface PageOf {
  page: number
  per_page: number
}

/** Position in a list that goes from new to old. */
export interface Cursor {
  created_at: number
  id: string
}

/** A table whose lists go by time, then by id. */
type ListedTable = 'attestation' | 'trail' | 'artifact_state'

/** The columns that such a list is ordered by. */
const orderOf = (table: ListedTable) => ({
  createdAt: sql.ref<number>(`${table}.created_at`),
  id: sql.ref<string>(`${table}.${table === 'artifact_state' ? 'artifact_id' : 'id'}`),
})

/** Condition for rows after a cursor in a list from new to old. */
export const afterCursor = (table: ListedTable, cursor: Cursor) => {
  const { createdAt, id } = orderOf(table)
  return sql<boolean>`(${createdAt}, ${id}) < (${cursor.created_at}, ${cursor.id})`
}

/**
 * Equality with one value or several: only equality with one lets the order of an index serve a
 * list.
 */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

/**
 * Condition for rows whose ids a query returns. As an array, so that they are read by key, where a
 * small table would be scanned.
 */
export const isChosen = (column: string, ids: Expression<unknown>) =>
  sql<boolean>`${sql.ref(column)} = any(array${ids})`

/**
 * Takes one page of a query. The size is literal, not a parameter, so that the server plans the
 * statement once and keeps the plan.
 */
export function offsetPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, per_page }: PageOf,
): SelectQueryBuilder<DB, TB, O> {
  const sized = query.limit(sql.lit(per_page))
  return page === 1 ? sized : sized.offset((page - 1) * per_page)
}

/** Columns of days are 32-bit integers. */
const maxDay = 2 ** 31 - 1

/** The day of an instant in Unix seconds: days since 1970, UTC; the last one of those beyond it. */
export function dayOf(at: number): number {
  return Math.max(-maxDay, Math.min(maxDay, Math.floor(at / daySeconds)))
}

/** The day of an instant in SQL, as `dayOf`; written out, so that indexes on it serve. */
export const sqlDayOf = (at: ReturnType<typeof sql.ref>): RawBuilder<number> =>
  sql`floor(${at} / ${sql.lit(daySeconds)})::integer`

/** Number of rows of a list on a day. */
export interface DayCount {
  day: number
  count: number
}

/** Position of a page in a list ordered newest first. */
export interface PagePosition {
  /** Instants, the first included, the second not. */
  from: number
  before: number
  /** The order in which fewer rows of that time are skipped before those of the page. */
  walk: 'desc' | 'asc'
  offset: number
  /** Rows of the page; the last page of a list may have fewer. */
  size: number
}

/**
 * Finds a page by the counts of days, newest first, so that a deep page costs what the first one
 * costs. Null for a page past the end.
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
    chosen = { from: day * daySeconds, before: chosen?.before ?? (day + 1) * daySeconds }
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

/**
 * Takes the rows of a found position, or else the newest ones, in the order in which fewer are skipped.
 * `sliceRows` takes those of the page out of them.
 */
export function positionedPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: ListedTable,
  per_page: number,
  position?: PagePosition,
): SelectQueryBuilder<DB, TB, O> {
  const walk = position?.walk ?? 'desc'
  const { createdAt, id } = orderOf(table)
  const rows = query.orderBy(createdAt, walk).orderBy(id, walk).limit(sql.lit(per_page))
  if (!position) return rows
  return rows
    .where(sql<boolean>`${createdAt} >= ${position.from}`)
    .where(sql<boolean>`${createdAt} < ${position.before}`)
    .offset(position.offset)
}

/** Number of rows of a list on all days. */
export const totalOf = (days: readonly DayCount[]): number =>
  days.reduce((sum, { count }) => sum + count, 0)

/** `seekPage` for a list ordered oldest first; the days still come newest first. */
export function seekPageFromOldest(days: readonly DayCount[], page: PageOf): PagePosition | null {
  // Mirrored, so that the last day is the first.
  const mirrored = days.map(({ day, count }) => ({ day: -1 - day, count })).reverse()
  const position = seekPage(mirrored, page)
  if (!position) return null
  const walk = position.walk === 'asc' ? 'desc' : 'asc'
  return { ...position, from: 0 - position.before, before: 0 - position.from, walk }
}

/**
 * Takes the rows of a position out of the rows read for it, in the order of their list: read
 * against it to a short last page, they include earlier ones.
 */
export function sliceRows<Row>(
  rows: Row[],
  position: PagePosition,
  order: PagePosition['walk'] = 'desc',
): Row[] {
  return position.walk === order ? rows : rows.slice(-position.size)
}

/** The days between two others, neither included; null is open. */
export interface DaysBetween {
  after: number | null
  before: number | null
}

/** Returns the days that lie wholly in a range of instants, both ends included; null is open. */
export const wholeDays = (first: number | null, last: number | null): DaysBetween => ({
  after: first === null ? null : dayOf(first) - (isMidnight(first) ? 1 : 0),
  before: last === null ? null : dayOf(last),
})

/** Condition that a day lies between two others. */
export function isBetween(
  day: ReturnType<typeof sql.ref>,
  { after, before }: DaysBetween,
): RawBuilder<boolean> {
  const conditions = [
    ...(after === null ? [] : [sql`${day} > ${after}`]),
    ...(before === null ? [] : [sql`${day} < ${before}`]),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql`true`
}

/** Condition that a day lies wholly in a range of instants, both ends included; null is open. */
export const isWholeDay = (
  day: ReturnType<typeof sql.ref>,
  first: number | null,
  last: number | null,
): RawBuilder<boolean> => isBetween(day, wholeDays(first, last))

const isMidnight = (at: number) => at % daySeconds === 0

/** Instants of a day: from the first to the last of them, both included, and before the next day. */
export interface PartOfDay {
  from: number
  to: number
  before: number
}

/**
 * Returns the parts of a range of instants that are no whole days: the instants of its first and of
 * its last day. An open end (null) has none, nor has a beginning at midnight.
 */
export function partialDays(
  first: number | null,
  last: number | null,
): (PartOfDay & { day: number })[] {
  const ends = [first !== null && isMidnight(first) ? null : first, last]
  const days = ends.filter((end) => end !== null).map(dayOf)
  return [...new Set(days)].map((day) => ({
    day,
    from: Math.max(first ?? -Infinity, day * daySeconds),
    to: Math.min(last ?? Infinity, (day + 1) * daySeconds),
    before: (day + 1) * daySeconds,
  }))
}

/** Condition that an instant is in a part of a day. */
const isInPart = (at: ReturnType<typeof sql.ref>, { from, to, before }: PartOfDay) =>
  sql<boolean>`${at} >= ${from} and ${at} <= ${to} and ${at} < ${before}`

/** Conditions for the parts of a range of instants that are no whole days, as `partialDays` has them. */
export const partialDaysOf = (
  at: ReturnType<typeof sql.ref>,
  first: number | null,
  last: number | null,
): { day: number; holds: RawBuilder<boolean> }[] =>
  partialDays(first, last).map(({ day, ...part }) => ({ day, holds: isInPart(at, part) }))
