import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'

/** Snapshots of members that a logical environment shows, by the alias of the environment. */
const shownIn = ({ orgId }: OrgDatabase, logical: string) =>
  sql`org_id = ${orgId} and environment_id = ${sql.ref(`${logical}.id`)}`

/** The newest snapshot of a logical environment before an instant, or until then; 0 for none. */
const indexAt = (org: OrgDatabase, logical: string, until: '<' | '<=', at: RawBuilder<unknown>) =>
  sql`coalesce((
    select index from snapshot where ${shownIn(org, logical)} and created_at ${sql.raw(until)} ${at}
    order by created_at desc, index desc limit 1), 0)`

/** Whoever was a member of a logical environment at any time: a look-up for each. */
export const everMembers = (org: OrgDatabase, logical: string) => sql`(
  with recursive found as (
    (select member_id from snapshot_member where ${shownIn(org, logical)}
      order by member_id limit 1)
    union all
    select (
      select member_id from snapshot_member
      where ${shownIn(org, logical)} and member_id > found.member_id order by member_id limit 1)
    from found where found.member_id is not null)
  select member_id from found where member_id is not null)`

/** The members that a logical environment had just before an instant, or from then on, as it showed them. */
export const membersAt = (
  org: OrgDatabase,
  logical: string,
  { at, side }: { at: RawBuilder<unknown>; side: 'before' | 'after' },
) => sql`(
  select shown.member_id, shown.member_index
  from (select ${indexAt(org, logical, side === 'before' ? '<' : '<=', at)} as index) as whole
  cross join ${everMembers(org, logical)} as ever
  cross join lateral (
    select member_id, member_index, to_index from snapshot_member
    where ${shownIn(org, logical)} and member_id = ever.member_id and from_index <= whole.index
    order by from_index desc limit 1) as shown
  where shown.to_index is null or shown.to_index > whole.index)`

/**
 * When an environment was a member of a logical one, of what overlaps a window: `to` is null while it
 * is. Only rows of that window are read.
 */
export const membershipsIn = (
  org: OrgDatabase,
  logical: string,
  member: RawBuilder<unknown>,
  { from, to }: { from: RawBuilder<unknown>; to: RawBuilder<unknown> },
) => {
  const isShown = sql`${shownIn(org, logical)} and member_id = ${member}`
  return sql<{ from: number; to: number | null }>`(
    select began.created_at as "from", ended.created_at as "to"
    from (
      select min(from_index) as first, max(coalesce(to_index, 2147483647)) as next
      from (
        select from_index, to_index, count(*) filter (where is_new) over (order by from_index) as stay
        from (
          select from_index, to_index,
            lag(to_index) over (order by from_index) is distinct from from_index as is_new
          from snapshot_member
          cross join (select ${indexAt(org, logical, '<=', from)} as first,
            ${indexAt(org, logical, '<=', to)} as last) as whole
          where ${isShown} and (to_index is null or to_index > whole.first)
            and from_index <= whole.last and from_index >= coalesce((
              select max(from_index) from snapshot_member
              where ${isShown} and from_index <= whole.first), 0)) as shown) as counted
      group by stay) as stayed
    join snapshot began on began.org_id = ${org.orgId}
      and began.environment_id = ${sql.ref(`${logical}.id`)} and began.index = stayed.first
    left join snapshot ended on ended.org_id = ${org.orgId}
      and ended.environment_id = ${sql.ref(`${logical}.id`)} and ended.index = stayed.next)`
}
