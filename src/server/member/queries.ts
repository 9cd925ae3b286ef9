import { sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { hasCome, isElsewhere, isInvited } from '#server/database/system/users.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'

/** Body of an audit entry about membership. */
export interface MembershipBody {
  name: string
  role_before?: Role
  role_after?: Role
}

const isPersonal = sql<boolean>`exists (select from organization
  where organization.id = membership.org_id and organization.kind = 'personal')`
/**
 * Members by name, with their keys here; keys of members who work elsewhere too are not counted. Of
 * somebody who has not come only the name is known.
 */
export function listMemberRows(org: OrgDatabase, now: number) {
  return org
    .selectFrom('membership')
    .innerJoin('user_account', 'user_account.id', 'membership.user_id')
    .select([
      'user_account.name',
      'membership.role',
      'membership.created_at as joined_at',
      'membership.last_seen_at',
    ])
    .select((select) => [
      sql<string | null>`case when ${hasCome} then user_account.email end`.as('email'),
      sql<
        number | null
      >`case when ${isPersonal} or (${hasCome} and not ${isElsewhere(org.orgId)}) then (
        select count(*) from api_key where api_key.user_id = membership.user_id
          and api_key.revoked_at is null
          and coalesce(least(api_key.expires_at, api_key.grace_ends_at), 'infinity') > ${now}
        )::integer end`.as('key_count'),
      select
        .selectFrom('service_account')
        .select((accounts) => accounts.fn.countAll<number>().as('count'))
        .where('service_account.org_id', '=', org.orgId)
        .whereRef('service_account.responsible_id', '=', 'membership.user_id')
        .where('service_account.deleted_at', 'is', null)
        .as('service_account_count'),
    ])
    .select(isInvited(org.orgId).as('is_invited'))
    .orderBy('user_account.name')
    .execute()
}

/**
 * Finds the members whose roles decide who is the last admin, and locks them: a member, and every
 * admin.
 */
export function lockMembers(org: OrgDatabase, name: string) {
  return org
    .selectFrom('membership')
    .innerJoin('user_account', 'user_account.id', 'membership.user_id')
    .select(['user_account.name', 'membership.user_id', 'membership.role'])
    .where((where) =>
      where.or([where('user_account.name', '=', name), where('membership.role', '=', 'admin')]),
    )
    .orderBy('membership.user_id')
    .forUpdate('membership')
    .execute()
}

/** The role of a member; null for others. */
export async function findMemberRole(org: OrgDatabase, userId: string): Promise<Role | null> {
  const row = await org
    .selectFrom('membership')
    .select('membership.role')
    .where('membership.user_id', '=', userId)
    .executeTakeFirst()
  return row?.role ?? null
}

/** Counts the members of the organization. */
export async function countMembers(org: OrgDatabase): Promise<number> {
  const { total } = await org
    .selectFrom('membership')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Users among some who are members with one of some roles. */
export async function listMembersOfRole(
  org: OrgDatabase,
  names: readonly string[],
  roles: readonly Role[],
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await org
    .selectFrom('membership')
    .innerJoin('user_account', 'user_account.id', 'membership.user_id')
    .select('user_account.name')
    .where('user_account.name', 'in', names)
    .where('membership.role', 'in', roles)
    .execute()
  return rows.map(({ name }) => name)
}

/** Makes a user a member; false when they are one. */
export async function insertMember(
  org: OrgDatabase,
  member: NewRow<'membership'>,
): Promise<boolean> {
  const made = await org
    .insertInto('membership', member)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function setRole(org: OrgDatabase, userId: string, role: Role): Promise<void> {
  await org
    .updateTable('membership')
    .set({ role })
    .where('membership.user_id', '=', userId)
    .execute()
}

export async function deleteMember(org: OrgDatabase, userId: string): Promise<void> {
  await org.deleteFrom('membership').where('membership.user_id', '=', userId).execute()
}

// Literal, as in the index: a parameter would hide that from the planner.
const ofMembership = sql<boolean>`record.kind in ('member_added', 'member_changed', 'member_removed')`

/** A page of audit entries about membership, newest first. */
export function listMembershipRecords(org: OrgDatabase, page: PageOf) {
  const rows = org
    .selectFrom('record')
    .select(['record.id', 'record.recorded_at', 'record.actor', 'record.kind', 'record.body'])
    .where(ofMembership)
    .orderBy('record.id', 'desc')
  return offsetPage(rows, page).execute()
}

/**
 * Counts those entries, at a cost that depends on changes of membership, not on the length of the
 * log.
 */
export async function countMembershipRecords(org: OrgDatabase): Promise<number> {
  const { total } = await org
    .selectFrom('record')
    .where(ofMembership)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
