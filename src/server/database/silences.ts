import { type RawBuilder, sql } from 'kysely'
import {
  assumedInterval,
  clockTolerance,
  type ReportingRules,
} from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from './org-database.ts'
import { everMembers, membersAt, membershipsIn } from './past-members.ts'

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
 * from then on: a logical one as those of its members at that time that it had its state from.
 */
export function wasStale(
  org: OrgDatabase,
  when: { at: RawBuilder<unknown>; side: 'before' | 'after' },
  rules: ReportingRules,
) {
  return sql<boolean>`case when environment.type <> 'logical'
    then ${wasSilent(org, 'environment', 's', when, rules)}
    else (
      select coalesce(bool_and(silent) filter (where state = false), bool_or(silent), false)
      from (
        select ${wasSilent(org, 'part', 'part_state', when, rules)} as silent, own.state
        from ${membersAt(org, 'environment', when)} as shown
        join environment part on part.org_id = ${org.orgId} and part.id = shown.member_id
        left join environment_state part_state
          on part_state.org_id = ${org.orgId} and part_state.environment_id = part.id
        left join snapshot own on own.org_id = ${org.orgId} and own.environment_id = part.id
          and own.index = shown.member_index) as member) end`
}

/** A silence with the environment that was silent. */
interface SilenceRow {
  environment_id: string
  from: number
  to: number | null
  last_reported_at: number
}

/**
 * Silences of the joined environment in a window, of a logical one those of members for as long as
 * they were its members, newest first: what has ended, and what lasts, of an archived one until it
 * was archived.
 */
export function silencesOf(
  org: OrgDatabase,
  rules: ReportingRules,
  window: { from: number; to: number },
  limit: number,
): RawBuilder<SilenceRow> {
  const { orgId } = org
  const isSilent = sql`silent.org_id = ${orgId} and silent.type <> 'logical'`
  const due = dueAt('silent', 's', rules)
  const past = sql`(
    (select started_at as "from", ended_at as "to", last_reported_at from environment_silence
      where org_id = ${orgId} and environment_id = silent.id
        and ended_at > ${window.from}::float8 and started_at < ${window.to}::float8
      order by ended_at desc limit ${sql.lit(limit)})
    union all
    select ${due}, silent.archived_at, s.last_reported_at from environment_state s
    where s.org_id = ${orgId} and s.environment_id = silent.id
      and ${due} <= least(silent.archived_at, ${rules.now}::float8, ${window.to}::float8)
      and coalesce(silent.archived_at > ${window.from}::float8, true))`
  const whole = {
    from: sql`past."from"`,
    to: sql`coalesce(past."to", ${rules.now}::float8)`,
  }
  // Each by a look-up: as one condition they read every environment for each.
  return sql<SilenceRow>`(
    select * from (
      select silent.id as environment_id, past."from", past."to", past.last_reported_at
      from environment silent, lateral ${past} as past
      where ${isSilent} and silent.id = environment.id
      union all
      select silent.id, greatest(past."from", stay."from"), least(past."to", stay."to"),
        past.last_reported_at
      from ${everMembers(org, 'environment')} as ever
      join environment silent on ${isSilent} and silent.id = ever.member_id
      cross join lateral ${past} as past
      cross join lateral ${membershipsIn(org, 'environment', sql`silent.id`, whole)} as stay
      where coalesce(greatest(past."from", stay."from") < least(past."to", stay."to"), true)
    ) as silence
    order by "from" desc limit ${sql.lit(limit)})`
}
