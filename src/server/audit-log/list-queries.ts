import { sql } from 'kysely'
import type { auditResults } from '#contract/audit-log/audit-log.ts'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { kindsWithChanges } from '#domain/audit-log/audit-entry.ts'
import { daySeconds } from '#domain/common/days.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { bucket, bucketBits } from '#server/database/shared-selects.ts'

/** Filters of the audit log; instants in Unix seconds, both included. */
export interface AuditFilters {
  actor: string | null
  /** Kinds; empty for all. */
  actions: readonly AuditKind[]
  /** Whether what is asked for contradicts itself: nothing matches. */
  isNone: boolean
  objectType: string | null
  object: string | null
  result: (typeof auditResults)[number] | null
  from: number | null
  to: number | null
}

/** The last day since 1970 that fits the integer column. */
const lastCountedDay = 1_000_000
/** The day of an instant, within those that the log is counted by. */
export const dayOf = (at: number) =>
  Math.max(-lastCountedDay, Math.min(Math.floor(at / daySeconds), lastCountedDay))

const firstOf = (bucketIndex: number) => bucketIndex * 2 ** bucketBits
const bucketOf = (seq: number) => Math.floor(seq / 2 ** bucketBits)

/**
 * Entries of an organization with their bodies, each by a look-up of its own: without statistics the
 * planner takes a join for one of few rows, and reads and sorts the log for it.
 */
const entries = (org: OrgDatabase) =>
  org.selectFrom('record_seal').innerJoinLateral(
    ({ selectFrom }) =>
      selectFrom('record')
        .selectAll()
        .where('record.org_id', '=', org.orgId)
        .whereRef('record.id', '=', 'record_seal.record_id')
        .limit(sql.lit(1))
        .as('record'),
    (join) => join.onTrue(),
  )

/** Whether an entry was made with a key of a service account; keys stay when they are revoked. */
const isOfServiceAccount = ({ orgId }: OrgDatabase) => sql<boolean>`exists (
  select from service_key where service_key.org_id = ${orgId} and service_key.id = record.key_id)`

/** Conditions on an entry, except for filters with several values and positions in the log. */
export function matches({ isNone, objectType, object, result, from, to }: AuditFilters) {
  const conditions = [isNone ? sql`false` : sql`true`]
  // Of one object, not by the index of its type, which has many more: the planner may not know.
  const type = object ? sql`(record_seal.object_type || '')` : sql`record_seal.object_type`
  if (objectType) conditions.push(sql`${type} = ${objectType}`)
  if (object) conditions.push(sql`record_seal.object = ${object}`)
  // Nearly all: without statistics the planner takes an equality for rare, and reads and sorts them.
  if (result === 'accepted') conditions.push(sql`record_seal.result <> 'refused'`)
  // Literal, as in the index: a parameter would not match it.
  if (result === 'refused') {
    conditions.push(sql`record_seal.result = 'refused' and record_seal.result <> 'accepted'`)
  }
  if (from !== null) conditions.push(sql`record_seal.recorded_at >= ${from}`)
  if (to !== null) conditions.push(sql`record_seal.recorded_at <= ${to}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Splits filters into alternatives that one index each answers in the order of the log. */
export function alternatives({ actor, actions }: AuditFilters) {
  const kinds =
    actions.length > 0 ? actions.map((kind) => sql`record_seal.kind = ${kind}`) : [sql`true`]
  const actors = actor
    ? [sql`record_seal.actor = ${actor}`, sql`record_seal.key_label = ${actor}`]
    : [sql`true`]
  return kinds.flatMap((kind) => actors.map((by) => sql<boolean>`${kind} and ${by}`))
}

/** Whether a filter other than by time leaves some entries, which an index finds. */
const isNarrowed = ({ actor, actions, objectType, object, result }: AuditFilters) =>
  Boolean(actor ?? objectType ?? object) || actions.length > 0 || result === 'refused'

/**
 * Finds the buckets between which the entries of a window lie, by a look-up of each day: entries
 * are in the order of their commits, which is nearly that of their times.
 * @returns the first position of the first and the last of the last, null where nothing bounds them;
 *   null if the window is empty
 */
async function positionsOf(org: OrgDatabase, { from, to }: Pick<AuditFilters, 'from' | 'to'>) {
  if (from === null && to === null) return { first: null, last: null }
  const edge = (which: 'min' | 'max') => sql`(
    select ${sql.raw(which)}(day) from record_seal where org_id = ${org.orgId})`
  const days = sql`generate_series(
    greatest(${from === null ? null : dayOf(from)}::integer, ${edge('min')}),
    least(${to === null ? null : dayOf(to)}::integer, ${edge('max')}))`
  const bucketOfDay = (order: 'asc' | 'desc') => sql`(
    select ${bucket} from record_seal where org_id = ${org.orgId} and record_seal.day = days.day
    order by ${bucket} ${sql.raw(order)} limit 1)`
  const [ends] = await org.query(sql<{ first: number | null; last: number | null }>`
    select min(${bucketOfDay('asc')}) as first, max(${bucketOfDay('desc')}) as last
    from ${days} as days(day)`)
  if (ends?.first == null) return null
  return { first: firstOf(Number(ends.first)), last: firstOf(Number(ends.last) + 1) - 1 }
}

/** Lists matching entries below a position in the log, newest first. */
export async function listAuditEntries(
  org: OrgDatabase,
  filters: AuditFilters,
  { before, limit }: { before: number | null; limit: number },
) {
  const ends = await positionsOf(org, filters)
  if (!ends) return []
  const { first } = ends
  const below = Math.min(before ?? Infinity, (ends.last ?? Infinity) + 1)
  const found = await Promise.all(
    alternatives(filters).map((isOne) =>
      entries(org)
        .select([
          'record_seal.seq',
          'record_seal.object_type',
          'record_seal.object',
          'record_seal.result',
        ])
        .select([
          'record.id',
          'record.recorded_at',
          'record.actor',
          'record.key_id',
          'record.key_label',
        ])
        .select([
          'record.address',
          'record.request_id',
          'record.kind',
          'record.subject',
          'record.before',
        ])
        .select(isOfServiceAccount(org).as('is_service_account'))
        // Evidence and reports are long, and lists show nothing of them.
        .select(
          sql<string | null>`case when record.before is not null or record.result is not null
            or record.kind = any(${kindsWithChanges}) then record.body end`.as('body'),
        )
        .where(isOne)
        .where(matches(filters))
        .$if(first !== null, (query) => query.where('record_seal.seq', '>=', first))
        .$if(below !== Infinity, (query) => query.where('record_seal.seq', '<', below))
        .$if(isNarrowed(filters), (query) =>
          query
            .$if(first !== null, (newer) =>
              newer.where(sql<boolean>`${bucket} >= ${bucketOf(first!)}`),
            )
            .$if(below !== Infinity, (older) =>
              older.where(sql<boolean>`${bucket} <= ${bucketOf(below)}`),
            )
            .orderBy(bucket, 'desc'),
        )
        .orderBy('record_seal.seq', 'desc')
        .limit(sql.lit(limit))
        .execute(),
    ),
  )
  const bySeq = new Map(found.flat().map((row) => [Number(row.seq), row]))
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, limit)
}
export type EntryRow = Awaited<ReturnType<typeof listAuditEntries>>[number]

/** Entries of an organization with all that is stored about them. */
const wholeEntries = (org: OrgDatabase) =>
  entries(org)
    .selectAll('record')
    .select([
      'record_seal.seq',
      'record_seal.object_type',
      'record_seal.object',
      'record_seal.result',
    ])
    .select(['record_seal.prev_hash', 'record_seal.hash as seal'])
    .select(isOfServiceAccount(org).as('is_service_account'))

/** Finds an entry by id, whole; undefined if unknown. */
export const findEntry = (org: OrgDatabase, id: string) =>
  wholeEntries(org).where('record.id', '=', id).executeTakeFirst()

/** Lists whole entries above a position in the log, oldest first. */
export const listEntriesFrom = (
  org: OrgDatabase,
  { after, limit }: { after: number; limit: number },
) =>
  wholeEntries(org)
    .where('record_seal.seq', '>', after)
    .orderBy('record_seal.seq')
    .limit(limit)
    .execute()
