import { type RawBuilder, sql } from 'kysely'
import {
  assumedInterval,
  clockTolerance,
  type ReportingRules,
} from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from './org-database.ts'

const column = (table: string, name: string) => sql.ref(`${table}.${name}`)

/** Instant at which a physical environment becomes stale, as the domain works it out. */
export function dueAt(environment: string, state: string, { minutes, now }: ReportingRules) {
  const heardAt = column(state, 'heard_at')
  return sql<
    number | null
  >`case when ${heardAt} > ${now + clockTolerance}::float8 then ${now}::float8
    else ${heardAt} + coalesce(${column(environment, 'reporting_minutes')} * 60::float8,
      (${JSON.stringify(minutes)}::json ->> ${column(environment, 'type')})::float8 * 60,
      ${column(state, 'learned_interval')}, ${sql.lit(assumedInterval)}) end`
}

/** Condition that no report of a physical environment has come since it was due. */
export const isOverdue = (environment: string, state: string, rules: ReportingRules) =>
  sql<boolean>`coalesce(${dueAt(environment, state, rules)} <= ${rules.now}::float8, false)`

/**
 * Condition that a physical environment was silent just before an instant, or from then on: a
 * report that ends a silence finds it silent before, and not after.
 */
function wasSilent(
  { orgId }: OrgDatabase,
  environment: string,
  state: string,
  { at, side }: { at: RawBuilder<unknown>; side: 'before' | 'after' },
  rules: ReportingRules,
) {
  const [begun, lasting] = side === 'before' ? [sql`<`, sql`>=`] : [sql`<=`, sql`>`]
  return sql<boolean>`(coalesce(${dueAt(environment, state, rules)} ${begun} ${at}, false)
    or exists (select 1 from environment_silence
      where org_id = ${orgId} and environment_id = ${column(environment, 'id')}
        and ended_at ${lasting} ${at} and started_at ${begun} ${at}))`
}

/**
 * Condition that the joined environment, with its state as `s`, was stale just before an instant, or
 * from then on: a logical one as the members that it had its state from then.
 */
export function wasStale(
  org: OrgDatabase,
  when: { at: RawBuilder<unknown>; side: 'before' | 'after' },
  rules: ReportingRules,
) {
  const until = when.side === 'before' ? sql`<` : sql`<=`
  return sql<boolean>`case when environment.type <> 'logical'
    then ${wasSilent(org, 'environment', 's', when, rules)}
    else (
      select coalesce(bool_and(silent) filter (where state = false), bool_or(silent), false)
      from (
        select ${wasSilent(org, 'part', 'part_state', when, rules)} as silent, (
          select state from snapshot
          where org_id = ${org.orgId} and environment_id = part.id and created_at ${until} ${when.at}
          order by created_at desc, index desc limit 1) as state
        from environment_member m
        join environment part on part.org_id = ${org.orgId} and part.id = m.member_id
        left join environment_state part_state
          on part_state.org_id = ${org.orgId} and part_state.environment_id = part.id
        where m.org_id = ${org.orgId} and m.environment_id = environment.id) as member) end`
}

/** A silence with the environment that was silent. */
interface SilenceRow {
  environment_id: string
  from: number
  to: number | null
  last_reported_at: number
}

/**
 * Silences of the joined environment in a window, those of its members where it is logical, newest
 * first: what has ended, and what lasts, of an archived one until it was archived.
 */
export function silencesOf(
  { orgId }: OrgDatabase,
  rules: ReportingRules,
  window: { from: number; to: number },
  limit: number,
): RawBuilder<SilenceRow> {
  const isSilent = sql`silent.org_id = ${orgId} and silent.type <> 'logical'`
  const due = dueAt('silent', 's', rules)
  // Each by a look-up: as one condition they read every environment for each.
  const silent = sql`(
    select silent.* from environment silent where ${isSilent} and silent.id = environment.id
    union all
    select silent.* from environment_member m join environment silent on silent.id = m.member_id
    where ${isSilent} and m.org_id = ${orgId} and m.environment_id = environment.id) as silent`
  return sql<SilenceRow>`(
    select silent.id as environment_id, past."from", past."to", past.last_reported_at
    from ${silent}, lateral (
      (select started_at as "from", ended_at as "to", last_reported_at from environment_silence
        where org_id = ${orgId} and environment_id = silent.id
          and ended_at > ${window.from}::float8 and started_at < ${window.to}::float8
        order by ended_at desc limit ${sql.lit(limit)})
      union all
      select ${due}, silent.archived_at, s.last_reported_at from environment_state s
      where s.org_id = ${orgId} and s.environment_id = silent.id
        and ${due} <= least(silent.archived_at, ${rules.now}::float8, ${window.to}::float8)
        and coalesce(silent.archived_at > ${window.from}::float8, true)) as past
    order by past."from" desc limit ${sql.lit(limit)})`
}
