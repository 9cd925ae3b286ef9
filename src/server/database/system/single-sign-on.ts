import { type Kysely, sql } from 'kysely'
import { type GroupRole, rolesOfGroups } from '#domain/session/single-sign-on.ts'
import type { Tables } from '#server/database/tables.ts'
import { addPerson } from './add-user.ts'
import { followGroups, mappedOrganizations } from './follow-groups.ts'
import { type OperatorWrite, scimLock } from './operator.ts'
import { endSessions, setDisabled } from './revocation.ts'
import { findDecided } from './scim-groups.ts'

/** A person as the identity provider tells of them, and what that gives them here. */
interface ClaimedPerson {
  issuer: string
  subject: string
  /** The id that SCIM names them by; null where the provider does not tell it. */
  externalId: string | null
  baseName: string
  /** Verified by the provider; else null. */
  email: string | null
  /** Whether an account that the operator made is theirs, if it has this address. */
  linksByEmail: boolean
  /** Roles that groups give, in the organizations that it names. */
  mapping: readonly GroupRole[]
  /** As the provider names them; null where it names none at all. */
  groups: string[] | null
  /** Whether they sign in now, or an open session of theirs is checked. */
  isSigningIn: boolean
}

/** The user that signs in, or why they may not. */
type Admission =
  | { user: { id: string; name: string }; refusal: null }
  | { user: { id: string; name: string } | null; refusal: 'disabled' | 'no_group' | 'no_claim' }

/**
 * Admits a person whom the provider vouches for: finds their account or makes one, and brings their
 * roles to what their groups give. Who has no group loses those roles, and is refused.
 */
export async function admit(write: OperatorWrite, person: ClaimedPerson): Promise<Admission> {
  const { database } = write
  const lock = `${person.issuer} ${person.subject}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(database)
  await sql`select pg_advisory_xact_lock_shared(${scimLock})`.execute(database)
  const identity = await findIdentity(write, person)
  const externalId = identity?.external_id ?? person.externalId
  const provisioned = await findProvisioned(database, externalId, identity?.id ?? null)
  const roles = await rolesOf(database, person, provisioned)
  // An absent claim says nothing about the person: most likely it is not configured.
  if (roles === null) return { user: identity, refusal: 'no_claim' }
  const mapped = [...new Set(person.mapping.map(({ org }) => org))]
  const organizations = await mappedOrganizations(database, mapped)
  const isAllowed = mapped.length === 0 || organizations.some(({ name }) => roles.has(name))
  const known =
    identity ??
    (isAllowed
      ? ((await linkProvisioned(write, person, provisioned)) ?? (await link(write, person)))
      : null)
  // An account that SCIM did not know as theirs when it said so.
  const isLate = known && provisioned && !provisioned.is_active && provisioned.id !== known.id
  if (isLate) await setDisabled(write, known, true)
  if (isLate || known?.disabled_at) return { user: known, refusal: 'disabled' }
  const user = known ?? (isAllowed ? await add(write, person) : null)
  const isCheck = !person.isSigningIn
  if (user) await followGroups(write, user, organizations, roles, { isCheck })
  if (user && isAllowed) return { user, refusal: null }
  if (user) await endSessions(write, user)
  return { user, refusal: 'no_group' }
}

interface Account {
  id: string
  name: string
  disabled_at: number | null
}

/**
 * Finds who signed in before, and notes if they do again. Their id at the provider stays where it
 * does not tell one: answers of a renewed session may have fewer claims than those of a sign-in.
 */
async function findIdentity({ database, at }: OperatorWrite, person: ClaimedPerson) {
  const { rows } = await sql<Account & { external_id: string | null }>`
    update user_identity set
      last_signed_in_at = case when ${person.isSigningIn} then ${at} else last_signed_in_at end,
      external_id = coalesce(${person.externalId}, external_id)
    from user_account
    where issuer = ${person.issuer} and subject = ${person.subject}
      and user_account.id = user_identity.user_id
    returning user_account.id, user_account.name, user_account.disabled_at, external_id`.execute(
    database,
  )
  return rows[0] ?? null
}

/**
 * The roles of a person: by the groups of SCIM where it decides about an organization, else by those
 * that the provider names.
 * @returns null where it would have to name groups, and names none at all
 */
async function rolesOf(
  database: Kysely<Tables>,
  { mapping, groups }: ClaimedPerson,
  provisioned: { id: string } | null,
) {
  const decided = provisioned ? await findDecided(database, mapping, provisioned.id) : null
  const isDecided = ({ org }: GroupRole) => decided?.orgs.has(org) === true
  const others = mapping.filter((one) => !isDecided(one))
  if (groups === null && others.length > 0) return null
  return new Map([
    ...rolesOfGroups(others, groups ?? []),
    ...rolesOfGroups(mapping.filter(isDecided), decided?.groups ?? []),
  ])
}

/** Finds the user of SCIM with an id, or with an account; also a deleted one. */
async function findProvisioned(
  database: Kysely<Tables>,
  externalId: string | null,
  accountId: string | null,
) {
  const user = await database
    .selectFrom('scim_user')
    .innerJoin('user_account', 'user_account.id', 'scim_user.user_id')
    .select(['user_account.id', 'name', 'disabled_at', 'is_active'])
    .where(
      sql<boolean>`(scim_user.external_id = ${externalId} or scim_user.user_id = ${accountId})`,
    )
    .orderBy('deleted_at', (order) => order.asc().nullsFirst())
    .orderBy(sql`external_id is not distinct from ${externalId}`, (order) => order.desc())
    .executeTakeFirst()
  return user ?? null
}

/** Links the account of the user of SCIM, unless somebody else at the provider has it. */
async function linkProvisioned(
  write: OperatorWrite,
  person: ClaimedPerson,
  user: Account | null,
): Promise<Account | null> {
  if (!user) return null
  const other = await write.database
    .selectFrom('user_identity')
    .select('subject')
    .where('user_id', '=', user.id)
    .where('issuer', '=', person.issuer)
    .executeTakeFirst()
  if (other) return null
  await insertIdentity(write, person, user)
  return user
}

/**
 * Links the only account that the operator made with this address. Accounts that an organization
 * made are left out: its admin chose the address, and may hold a key of theirs.
 */
async function link(write: OperatorWrite, person: ClaimedPerson): Promise<Account | null> {
  if (!person.linksByEmail || person.email === null) return null
  const { rows } = await sql<Account>`
    select id, name, disabled_at from user_account
    where lower(email) = lower(${person.email}) and home_org_id is null
      and not exists (select from user_identity
        where user_identity.user_id = user_account.id and issuer = ${person.issuer})
    for update`.execute(write.database)
  const [only] = rows
  if (!only || rows.length > 1) return null
  await insertIdentity(write, person, only)
  return only
}

/** Makes a user with the first name that is free. */
async function add(write: OperatorWrite, person: ClaimedPerson): Promise<Account> {
  const user = await addPerson(write, person)
  await insertIdentity(write, person, user)
  return { ...user, disabled_at: null }
}

async function insertIdentity(write: OperatorWrite, person: ClaimedPerson, user: { id: string }) {
  const { issuer, subject, externalId: external_id } = person
  const times = { created_at: write.at, last_signed_in_at: write.at }
  await write.database
    .insertInto('user_identity')
    .values({ issuer, subject, external_id, user_id: user.id, ...times })
    .execute()
}
