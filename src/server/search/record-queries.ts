import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { holdsWords, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Names of one kind that are ranked: those where the text stands the earliest, then the newest. */
const maxRanked = 200

/** The name before all others, those that begin with the text, and so on. */
const earliest = (name: RawBuilder<unknown>, words: readonly string[]) =>
  sql`lower(${name}) <> ${words.join(' ')}, strpos(lower(${name}), ${words[0] ?? ''})`

/** A record that is opened by its name. */
export interface NamedRecord {
  id: string
  name: string
  description: string
  created_at: number
}

/** Active records whose name contains all words; with `ids` only those. */
export function listNamesHolding(
  org: OrgDatabase,
  table: 'flow' | 'environment' | 'policy',
  words: readonly string[],
  ids: readonly string[] | null = null,
): Promise<NamedRecord[]> {
  return org.query(sql<NamedRecord>`
    select id, name, description, created_at from ${sql.table(table)}
    where org_id = ${org.orgId} and archived_at is null and ${holdsWords(sql`name`, words)}
      ${ids === null ? sql`` : sql`and id = any(${ids})`}
    order by ${earliest(sql`name`, words)}, created_at desc limit ${sql.lit(maxRanked)}`)
}

/** Ids of active flows or environments by their names. */
export async function listIdsNamed(
  org: OrgDatabase,
  table: 'flow' | 'environment',
  names: readonly string[],
): Promise<string[]> {
  const rows = await org.query(sql<{ id: string }>`
    select id from ${sql.table(table)}
    where org_id = ${org.orgId} and archived_at is null and name = any(${names})`)
  return rows.map(({ id }) => id)
}

/** Numbers of active environments that some policies are attached to. */
export function countEnvironmentsOf(org: OrgDatabase, policyIds: readonly string[]) {
  return org
    .selectFrom('policy_attachment')
    .innerJoin('environment', onOrgAnd('environment.id', 'policy_attachment.environment_id'))
    .select('policy_attachment.policy_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(sql<boolean>`policy_attachment.policy_id = any(${policyIds})`)
    .where('environment.archived_at', 'is', null)
    .groupBy('policy_attachment.policy_id')
    .execute()
}

/** Active controls whose identifier and name contain all words. */
export function listControlsHolding(org: OrgDatabase, words: readonly string[]) {
  const identifier = sql`identifier collate "default"`
  return org.query(sql<{ identifier: string; name: string; created_at: number }>`
    select identifier, name, created_at from control
    where org_id = ${org.orgId} and archived_at is null
      and ${holdsWords(sql`(${identifier} || ' ' || name)`, words)}
    order by ${earliest(identifier, words)}, created_at desc limit ${sql.lit(maxRanked)}`)
}

/** Active custom attestation types whose name contains all words. */
export function listTypesHolding(org: OrgDatabase, words: readonly string[]) {
  return org.query(sql<Omit<NamedRecord, 'id'>>`
    select name, description, created_at from custom_type
    where org_id = ${org.orgId} and archived_at is null and ${holdsWords(sql`name`, words)}
    order by ${earliest(sql`name`, words)}, created_at desc limit ${sql.lit(maxRanked)}`)
}

/** Somebody who acts in the organization. */
interface Person {
  name: string
  role: Role
  is_service_account: boolean
  created_at: number
}

/** Members and service accounts whose name contains all words. */
export function listPeopleHolding(org: OrgDatabase, words: readonly string[]): Promise<Person[]> {
  return org.query(sql<Person>`
    select * from (
      select user_account.name, membership.role, false as is_service_account, membership.created_at
      from membership join user_account on user_account.id = membership.user_id
      where membership.org_id = ${org.orgId}
      union all
      select name, privilege, true, created_at from service_account
      where org_id = ${org.orgId} and deleted_at is null) as person
    where ${holdsWords(sql`name`, words)}
    order by ${earliest(sql`name`, words)}, created_at desc limit ${sql.lit(maxRanked)}`)
}

/** A tag, and how many active records of one type have it. */
export interface CountedTag {
  tag: string
  resource_type: 'flow' | 'environment' | 'control'
  count: number
}

/** Tags of active records, as `key:value`, that contain all words; the most used first. */
export function listTagsHolding(
  org: OrgDatabase,
  words: readonly string[],
  limit: number,
): Promise<CountedTag[]> {
  const of = (table: CountedTag['resource_type']) => sql`
    select ${sql.lit(table)}::text as resource_type, key || ':' || value as tag
    from ${sql.table(table)} cross join lateral jsonb_each_text(tags)
    where org_id = ${org.orgId} and archived_at is null`
  return org.query(sql<CountedTag>`
    select resource_type, tag, count(*)::integer as count
    from (${sql.join([of('flow'), of('environment'), of('control')], sql` union all `)}) as tagged
    where ${holdsWords(sql`tag`, words)}
    group by resource_type, tag
    order by ${earliest(sql`tag`, words)}, count(*) desc, tag, resource_type
    limit ${sql.lit(limit)}`)
}
