import { type Kysely, sql } from 'kysely'
import { baseNameOf } from '#domain/session/single-sign-on.ts'
import type { ScimCondition } from '#domain/scim/filter.ts'
import { ScimRefusal } from '#domain/scim/scim-refusal.ts'
import type { Tables } from '#server/database/tables.ts'
import { addPerson } from './add-user.ts'
import { changeEmail } from './change-email.ts'
import type { OperatorWrite } from './operator.ts'
import { setDisabled } from './revocation.ts'

/** A user as SCIM shows it. */
export interface ScimUser {
  id: string
  user_name: string
  external_id: string | null
  email: string | null
  /** The last state that SCIM sent. */
  is_active: boolean
  /** Of the account, whoever disabled it. */
  disabled_at: number | null
  created_at: number
  changed_at: number
}

/** Changes of a user by SCIM; undefined members stay as they are. */
export interface ScimUserInput {
  user_name: string
  external_id?: string | null | undefined
  email?: string | null | undefined
  is_active?: boolean | undefined
}

/** The users of SCIM that it has not deleted, with their accounts. */
export const scimUsers = (database: Kysely<Tables>) =>
  database
    .selectFrom('scim_user')
    .innerJoin('user_account', 'user_account.id', 'scim_user.user_id')
    .where('scim_user.deleted_at', 'is', null)

const columns = [
  'scim_user.user_id as id',
  'user_name',
  'external_id',
  'email',
  'is_active',
  'disabled_at',
  'scim_user.created_at',
  'changed_at',
] as const

/** Filters for users of SCIM. */
export type ScimUserAttribute = 'id' | 'userName' | 'externalId' | 'email' | 'active'

/** Lists users that meet all conditions, from an offset on, and counts all of them. */
export async function listScimUsers(
  database: Kysely<Tables>,
  conditions: readonly ScimCondition<ScimUserAttribute>[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; users: ScimUser[] }> {
  const found = conditions.reduce(
    (query, { attribute, value }) => query.where(meets(attribute, value)),
    scimUsers(database),
  )
  const { total } = await found
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const users = await found
    .select(columns)
    .orderBy('scim_user.user_id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { total, users }
}

function meets(attribute: ScimUserAttribute, value: string | boolean) {
  const text = String(value)
  switch (attribute) {
    case 'id':
      return sql<boolean>`scim_user.user_id = ${text}`
    case 'externalId':
      return sql<boolean>`scim_user.external_id = ${text}`
    case 'userName':
      return sql<boolean>`lower(scim_user.user_name) = lower(${text})`
    case 'email':
      return sql<boolean>`lower(user_account.email) = lower(${text})`
    case 'active':
      return sql<boolean>`(user_account.disabled_at is null) = ${text === 'true'}`
  }
}

/** Finds a user by id; undefined for one that is deleted or never was. */
export const findScimUser = (database: Kysely<Tables>, id: string): Promise<ScimUser | undefined> =>
  scimUsers(database).select(columns).where('scim_user.user_id', '=', id).executeTakeFirst()

/**
 * Adds a user: to the account of who signed in with this id, else to that of who was deleted, else
 * to the only account of the operator with this address, else to a new one.
 * @param issuer - of the identity provider that people sign in at; null for none
 * @returns its id
 * @throws ScimRefusal `uniqueness`
 */
export async function addScimUser(
  write: OperatorWrite,
  issuer: string | null,
  input: ScimUserInput,
): Promise<string> {
  const { database, at } = write
  const { user_name, external_id = null, email = null, is_active = true } = input
  await requireFree(database, input, null)
  const baseName = baseNameOf({ preferred_username: user_name, email: email ?? undefined })
  const { id: user_id } =
    (await findAccount(database, issuer, input)) ?? (await addPerson(write, { baseName, email }))
  const before = await database
    .selectFrom('scim_user')
    .select(['is_active', 'deleted_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (before && before.deleted_at === null) throw taken('externalId', external_id ?? user_name)
  const attributes = { user_name, external_id, is_active, changed_at: at, deleted_at: null }
  await database
    .insertInto('scim_user')
    .values({ user_id, created_at: at, ...attributes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(attributes))
    .execute()
  if (input.email !== undefined) await changeEmail(write, { id: user_id, email: input.email })
  const wasActive = before?.is_active ?? true
  if (!is_active || !wasActive)
    await setDisabledEverywhere(write, issuer, { id: user_id, external_id }, !is_active)
  return user_id
}

/** Changes what is said of a user. @throws ScimRefusal `uniqueness` */
export async function changeScimUser(
  write: OperatorWrite,
  issuer: string | null,
  user: ScimUser,
  input: Partial<ScimUserInput>,
): Promise<void> {
  const { database, at: changed_at } = write
  const { user_name = user.user_name, external_id = user.external_id } = input
  const { is_active = user.is_active } = input
  await requireFree(database, { user_name, external_id }, user.id)
  await database
    .updateTable('scim_user')
    .set({ user_name, external_id, is_active, changed_at })
    .where('user_id', '=', user.id)
    .execute()
  if (input.email !== undefined) await changeEmail(write, { id: user.id, email: input.email })
  const isOther = external_id !== user.external_id
  const ends = input.is_active === false || (isOther && !is_active)
  // Whom an operator disabled is not enabled by a directory that never said otherwise.
  const begins = input.is_active === true && !user.is_active
  if (ends || begins) await setDisabledEverywhere(write, issuer, { id: user.id, external_id }, ends)
}

/** Deletes a user: their account is disabled, and kept with what they made. */
export async function removeScimUser(
  write: OperatorWrite,
  issuer: string | null,
  user: ScimUser,
): Promise<void> {
  await changeScimUser(write, issuer, user, { is_active: false })
  await write.database
    .updateTable('scim_user')
    .set({ deleted_at: write.at })
    .where('user_id', '=', user.id)
    .execute()
}

/** The account of a user, and others that the same person signed in to. */
export function accountsOf(
  database: Kysely<Tables>,
  issuer: string | null,
  { id, external_id }: { id: string; external_id: string | null },
) {
  return database
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where(
      sql<boolean>`(id = ${id} or exists (select from user_identity where user_id = user_account.id
        and issuer = ${issuer} and coalesce(external_id, subject) = ${external_id}))`,
    )
    .orderBy('id')
    .execute()
}

async function setDisabledEverywhere(
  write: OperatorWrite,
  issuer: string | null,
  user: { id: string; external_id: string | null },
  isDisabled: boolean,
): Promise<void> {
  for (const account of await accountsOf(write.database, issuer, user))
    await setDisabled(write, account, isDisabled)
}

/** @throws ScimRefusal `uniqueness` */
async function requireFree(
  database: Kysely<Tables>,
  { user_name, external_id }: ScimUserInput,
  except: string | null,
): Promise<void> {
  const others = await scimUsers(database)
    .select(['user_name', 'external_id'])
    .where(sql<boolean>`scim_user.user_id is distinct from ${except}`)
    .where(
      sql<boolean>`(lower(user_name) = lower(${user_name}) or external_id = ${external_id ?? null})`,
    )
    .execute()
  const [other] = others
  if (!other) return
  const hasId = external_id !== null && other.external_id === external_id
  throw hasId ? taken('externalId', external_id ?? '') : taken('userName', user_name)
}

const taken = (field: string, value: string) =>
  new ScimRefusal(409, 'uniqueness', `${field}: A user has '${value}' already`)

/** Finds whose account a new user gets, if there is one. */
async function findAccount(
  database: Kysely<Tables>,
  issuer: string | null,
  { user_name, external_id = null, email }: ScimUserInput,
): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id, 1 as place from user_identity
    where issuer = ${issuer} and coalesce(external_id, subject) = ${external_id}
    union all
    select user_id, 2 from scim_user where deleted_at is not null
      and (external_id = ${external_id}
        or (${external_id}::text is null and external_id is null
          and lower(user_name) = lower(${user_name})))
    order by place limit 1`.execute(database)
  if (rows[0]) return rows[0]
  const addresses = [user_name, ...(email ? [email] : [])].map((one) => one.toLowerCase())
  // Of an account that an organization made, its admin chose the address, and may hold a key.
  const same = await sql<{ id: string }>`
    select id from user_account where lower(email) = any(${addresses}) and home_org_id is null
      and not exists (select from scim_user where user_id = user_account.id)
    for update`.execute(database)
  const [only] = same.rows
  return only && same.rows.length === 1 ? only : null
}
