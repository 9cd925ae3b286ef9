import { sql, type RawBuilder } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { SignInToken } from '#server/database/tables/organization.ts'

/** A new user, whose personal organization has the same name. */
interface NewPerson {
  user: { id: string; name: string; email: string | null }
  personalOrgId: string
  /** The organization that makes them; null for the operator and single sign-on. */
  homeOrgId: string | null
  created_at: number
}

/** Finds a user by name, whatever their organizations. */
export async function findPerson(org: OrgDatabase, name: string): Promise<{ id: string } | null> {
  const [user] = await org.query(
    sql<{ id: string }>`select id from user_account where name = ${name}`,
  )
  return user ?? null
}

/**
 * Makes a user with a personal organization, in the current transaction.
 * @returns false if a user or an organization has the name
 */
export async function insertPerson(
  org: OrgDatabase,
  { user, personalOrgId, homeOrgId, created_at }: NewPerson,
): Promise<boolean> {
  const [made] = await org.query(sql<{ id: string }>`
    with person as (
      insert into user_account (id, name, email, default_org_id, home_org_id, created_at)
      select ${user.id}, ${user.name}, ${user.email}, ${homeOrgId}, ${homeOrgId}, ${created_at}
      where not exists (select from organization where name = ${user.name})
      on conflict (name) do nothing returning id
    )
    insert into organization (id, name, kind, created_at)
    select ${personalOrgId}, ${user.name}, 'personal', ${created_at} from person
    on conflict (name) do nothing returning id`)
  if (!made) return false
  await org.query(sql`
    insert into membership (org_id, user_id, role, created_at)
    values (${personalOrgId}, ${user.id}, 'admin', ${created_at})`)
  return true
}

/**
 * Finds a member who was made for the current organization and never seen: without key or session,
 * and in no other shared organization, so that a link to their account opens nothing that is not
 * given here.
 */
export async function findInvited(org: OrgDatabase, name: string): Promise<{ id: string } | null> {
  const [user] = await org.query(sql<{ id: string }>`
    select user_account.id from user_account
    join membership on membership.user_id = user_account.id and membership.org_id = ${org.orgId}
    where user_account.name = ${name} and ${isInvited(org.orgId)}`)
  return user ?? null
}

/** The same condition on a joined `user_account`. */
export const isInvited = (orgId: string | RawBuilder<string>) => sql<boolean>`(
  coalesce(user_account.home_org_id = ${orgId}, false) and user_account.last_seen_at is null
  and not exists (select from api_key where api_key.user_id = user_account.id)
  and not exists (select from session where session.user_id = user_account.id)
  and not ${isElsewhere(orgId)})`

/** Condition that a joined `user_account` is in another shared organization. */
export const isElsewhere = (orgId: string | RawBuilder<string>) => sql<boolean>`exists (
  select from membership as other join organization on organization.id = other.org_id
  where other.user_id = user_account.id and other.org_id <> ${orgId}
    and organization.kind = 'shared')`

/**
 * Condition that the user of a joined `membership` has come to its organization, or was made for
 * it: one who was only named has accepted nothing.
 */
export const hasCome = sql<boolean>`(membership.last_seen_at is not null
  or user_account.home_org_id = membership.org_id)`

/** Voids the unused one-time links of a user. */
export const voidLinks = (userId: string, now: number) => sql`
  update sign_in_token set expires_at = least(expires_at, ${now})
  where user_id = ${userId} and used_at is null`

/**
 * Voids the unused links by which a person invited others to an organization: whoever makes a link
 * could use it themselves.
 */
export async function voidLinksMadeBy(
  org: OrgDatabase,
  userId: string,
  now: number,
): Promise<void> {
  await org.query(sql`
    update sign_in_token set expires_at = least(expires_at, ${now})
    where made_by = ${userId} and org_id = ${org.orgId} and used_at is null`)
}

/** Stores the hash of a new user's one-time sign-in token; earlier links are void. */
export async function insertSignInToken(
  org: OrgDatabase,
  token: Omit<SignInToken, 'used_at' | 'org_id' | 'made_by'> & { made_by: string },
): Promise<void> {
  const { hash, user_id, created_at, expires_at, made_by } = token
  await org.query(voidLinks(user_id, created_at))
  await org.query(sql`
    insert into sign_in_token (hash, user_id, created_at, expires_at, org_id, made_by)
    values (${hash}, ${user_id}, ${created_at}, ${expires_at}, ${org.orgId}, ${made_by})`)
}

/** Clears the default organization of a user if it is this one. */
export async function clearDefault(org: OrgDatabase, userId: string): Promise<void> {
  await org.query(sql`
    update user_account set default_org_id = null
    where id = ${userId} and default_org_id = ${org.orgId}`)
}

/** Makes an organization the default of a user. @returns false if it was */
export async function setDefault(org: OrgDatabase, userId: string): Promise<boolean> {
  const rows = await org.query(sql`
    update user_account set default_org_id = ${org.orgId}
    where id = ${userId} and default_org_id is distinct from ${org.orgId} returning id`)
  return rows.length > 0
}

/** Members of an organization, and those of them whom provider and directory know. */
export async function countIdentities(org: OrgDatabase, issuer: string | null) {
  const [counts] = await org.query(sql<{
    member_count: number
    single_sign_on_count: number
    provisioned_count: number
    last_sign_in_at: number | null
  }>`
    select count(*)::integer as member_count,
      count(user_identity.user_id)::integer as single_sign_on_count,
      count(scim_user.user_id)::integer as provisioned_count,
      max(user_identity.last_signed_in_at) as last_sign_in_at
    from membership left join user_identity on user_identity.user_id = membership.user_id
      and user_identity.issuer = ${issuer}
    left join scim_user on scim_user.user_id = membership.user_id and scim_user.deleted_at is null
    where membership.org_id = ${org.orgId}`)
  const none = { member_count: 0, single_sign_on_count: 0, provisioned_count: 0 }
  return counts ?? { ...none, last_sign_in_at: null }
}

/** Counts the members in each group that SCIM has sent, by the group's name. */
export async function countGroupMembers(org: OrgDatabase): Promise<Map<string, number>> {
  const rows = await org.query(sql<{ name: string; count: number }>`
    select display_name as name, count(membership.user_id)::integer as count
    from scim_group left join scim_group_member on group_id = scim_group.id
    left join membership on membership.user_id = scim_group_member.user_id
      and membership.org_id = ${org.orgId}
    group by 1`)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
