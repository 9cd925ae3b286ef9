import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { AdministrationError } from './names.ts'

/** A user with what they are in and hold; instants in Unix seconds. */
interface UserLine {
  name: string
  email: string | null
  disabled_at: number | null
  last_seen_at: number | null
  /** Shared organizations with the role in each, like `northgate:admin`. */
  roles: string[]
  /** Personal keys that are neither revoked nor over. */
  keys: number
  sessions: number
}

/** Lists all users by name, disabled ones included. */
export async function listUsers(database: Kysely<Tables>, now: number): Promise<UserLine[]> {
  const { rows } = await sql<UserLine>`
    select name, email, disabled_at, greatest(last_seen_at, (
        select max(last_seen_at) from membership where user_id = user_account.id)) as last_seen_at,
      array(select organization.name || ':' || membership.role from membership
        join organization on organization.id = membership.org_id
        where membership.user_id = user_account.id and organization.kind = 'shared'
        order by organization.name) as roles,
      (select count(*) from api_key where user_id = user_account.id and revoked_at is null
        and coalesce(least(expires_at, grace_ends_at), 'infinity') > ${now})::integer as keys,
      (select count(*) from session where user_id = user_account.id
        and expires_at > ${now})::integer as sessions
    from user_account order by name`.execute(database)
  return rows
}

/** Lists all organizations by name. */
export async function listOrganizations(database: Kysely<Tables>) {
  const { rows } = await sql<{
    name: string
    kind: 'personal' | 'shared'
    created_at: number
    admins: string[]
    members: number
    /** Where it was deleted. */
    purge_at: number | null
  }>`
    select name, kind, created_at, purge_at,
      array(select user_account.name from membership
        join user_account on user_account.id = membership.user_id
        where org_id = organization.id and role = 'admin' order by user_account.name) as admins,
      (select count(*) from membership where org_id = organization.id)::integer as members
    from organization where kind <> 'instance' order by name`.execute(database)
  return rows
}

/**
 * Lists the personal keys of a user by their ids, those that work no more included; null for an
 * unknown user.
 */
export async function listKeysOf(database: Kysely<Tables>, name: string) {
  const user = await database
    .selectFrom('user_account')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  if (!user) return null
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
}

/**
 * Finds an organization by its name; the one with the log of the instance is none.
 * @throws AdministrationError for an unknown one
 */
export async function organizationNamed(
  database: Kysely<Tables>,
  name: string,
  { isLocked = false } = {},
) {
  const organization = await database
    .selectFrom('organization')
    .select(['id', 'kind', 'purge_at'])
    .where('name', '=', name)
    .where('kind', '<>', 'instance')
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!organization) throw new AdministrationError(`There is no organization named '${name}'`)
  return organization
}
