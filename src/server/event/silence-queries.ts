import { type RawBuilder, sql } from 'kysely'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { QualifierTotals } from '#domain/verdict/qualifiers.ts'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { sqlDayOf } from '#server/database/keyset-page.ts'
import { dueAt } from '#server/database/silences.ts'
import type { LogFilters, LogPosition, LogStretch } from './log-queries.ts'

/**
 * The begin or the end of a silence, with the snapshot that was the newest then, and the state
 * before: a report that ends a silence may change it.
 */
export interface SilenceEventRow {
  id: string
  environment_id: string
  environment_name: string
  type: 'fell-silent' | 'reported-again'
  recorded_at: number
  from: number
  to: number | null
  last_reported_at: number
  snapshot_index: number
  state: boolean | null
  carriers: QualifierTotals | null
  previous_state: boolean | null
  previous_carriers: QualifierTotals | null
}

/** Prefix of ids: they say where and when, so that a position is known without a row. */
const prefix = 'silence_'

/** Finds the position of the begin or end of a silence; undefined for ids of other events. */
export async function findSilencePosition(
  org: OrgDatabase,
  id: string,
): Promise<LogPosition | undefined> {
  const [environment = '', at = ''] = id.startsWith(prefix)
    ? id.slice(prefix.length).split('_')
    : []
  if (!/^\d{1,12}(\.\d+)?$/.test(at)) return undefined
  const known = await org
    .selectFrom('environment')
    .select('environment.id')
    .where('environment.id', '=', environment)
    .where(isInView(org, 'environment.archived_at'))
    .executeTakeFirst()
  return known && { recorded_at: Number(at), id, snapshot: null }
}

/** Whether a log with these filters tells of silences: one of artifacts or verdicts does not. */
const includesSilences = ({ types, repoNames, flowNames, fingerprint, verdicts }: LogFilters) =>
  repoNames.length + flowNames.length + verdicts.length === 0 &&
  !fingerprint &&
  types.some((type) => type === 'fell-silent' || type === 'reported-again')

/**
 * Begins and ends of the silences of the joined environment: what has ended was stored by the
 * report that ended it, what lasts is worked out. Where a clock before the last report makes an
 * environment stale, no silence was measured.
 * @param holds condition on the instant, which an index serves
 * @param order which rows of each kind, and how many
 */
function silenceEvents(
  { orgId }: OrgDatabase,
  { types }: LogFilters,
  rules: ReportingRules,
  holds: (at: RawBuilder<unknown>) => RawBuilder<boolean>,
  order: (at: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql``,
) {
  const due = sql.ref('environment.due_at')
  const ended = (type: SilenceEventRow['type'], at: RawBuilder<unknown>) => sql`(
    select ${sql.lit(type)} as type, ${at} as recorded_at, past.started_at as "from",
      past.ended_at as "to", past.last_reported_at
    from environment_silence past where past.org_id = ${orgId}
      and past.environment_id = environment.id and ${holds(at)} ${order(at)})`
  const begins = sql`${ended('fell-silent', sql.ref('past.started_at'))} union all (
    select 'fell-silent', ${due}, ${due}, environment.archived_at, environment.last_reported_at
    where environment.type <> 'logical' and ${due} <= least(environment.archived_at, ${rules.now}::float8)
      and ${due} > environment.heard_at and ${holds(due)})`
  const ends = ended('reported-again', sql.ref('past.ended_at'))
  const wanted = [types.includes('fell-silent') && begins, types.includes('reported-again') && ends]
  return sql`(${sql.join(wanted.filter(Boolean), sql` union all `)})`
}

/**
 * Environments with when they were heard and when their next report is due: worked out once for each,
 * as a log of all environments asks all of them.
 */
const environmentsIn = (
  org: OrgDatabase,
  { environmentIds: ids }: LogFilters,
  rules: ReportingRules,
) => sql`(
  select environment.*, s.heard_at, s.last_reported_at, ${dueAt('environment', 's', rules)} as due_at
  from environment left join environment_state s
    on s.org_id = ${org.orgId} and s.environment_id = environment.id
  where environment.org_id = ${org.orgId}
    and ${ids ? sql`environment.id = any(${ids})` : isInView(org, 'environment.archived_at')}
  offset 0)`

const isWithin =
  ({ from, to }: Pick<LogFilters, 'from' | 'to'>) =>
  (at: RawBuilder<unknown>) =>
    sql<boolean>`${from === null ? sql`true` : sql`${at} >= ${from}`}
      and ${to === null ? sql`true` : sql`${at} <= ${to}`}`

/** The begins and ends of silences nearest to a position, newest first, like `listLog`. */
export async function listSilenceEvents(
  org: OrgDatabase,
  filters: LogFilters,
  { position, side, limit, isInclusive }: LogStretch,
  rules: ReportingRules,
): Promise<SilenceEventRow[]> {
  if (!includesSilences(filters)) return []
  const isOlder = side === 'older'
  const direction = sql.raw(isOlder ? 'desc' : 'asc')
  // At the instant of the position ids decide, so that no more than these rows need comparing.
  const reaches = sql.raw(isOlder ? '<=' : '>=')
  const compare = sql.raw((isOlder ? '<' : '>') + (isInclusive ? '=' : ''))
  const events = silenceEvents(
    org,
    filters,
    rules,
    (at) => sql<boolean>`${isWithin(filters)(at)}
      and ${position ? sql`${at} ${reaches} ${position.recorded_at}` : sql`true`}`,
    (at) => sql`order by ${at} ${direction} limit ${sql.lit(limit + 1)}`,
  )
  const newestSnapshot = (until: RawBuilder<unknown>) => sql`(
    select index, state, carriers from snapshot
    where org_id = ${org.orgId} and environment_id = entry.environment_id
      and created_at ${until} entry.recorded_at
    order by created_at desc, index desc limit 1)`
  const inOrder = sql`order by entry.recorded_at ${direction}, entry.id ${direction}`
  // Those of the page first: of many environments that are silent, each has an entry.
  const rows = await org.query(sql<SilenceEventRow>`
    select entry.*, coalesce(newest.index, 0) as snapshot_index, newest.state, newest.carriers,
      previous.state as previous_state, previous.carriers as previous_carriers
    from (
      select * from (
        select ${prefix} || environment.id || '_' || event.recorded_at::text as id,
          environment.id as environment_id, environment.name as environment_name, event.*
        from ${environmentsIn(org, filters, rules)} as environment
        cross join lateral ${events} as event
      ) as entry
      where ${position ? sql`(entry.recorded_at, entry.id) ${compare} (${position.recorded_at}, ${position.id})` : sql`true`}
      ${inOrder} limit ${sql.lit(limit)}
    ) as entry
    left join lateral ${newestSnapshot(sql`<=`)} as newest on true
    left join lateral ${newestSnapshot(sql`<`)} as previous on true
    ${inOrder}`)
  return isOlder ? rows : rows.toReversed()
}

/** Counts begins and ends of silences by type and day of a window. */
export async function countSilenceDays(
  org: OrgDatabase,
  filters: LogFilters,
  rules: ReportingRules,
): Promise<{ day: number; type: SilenceEventRow['type']; count: number }[]> {
  if (!includesSilences(filters)) return []
  return org.query(sql`
    select ${sqlDayOf(sql.ref('event.recorded_at'))} as day, event.type,
      count(*)::integer as count
    from ${environmentsIn(org, filters, rules)} as environment
    cross join lateral ${silenceEvents(org, filters, rules, isWithin(filters))} as event
    group by 1, 2`)
}
