import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { eraserOf, isPseudonym, pseudonymOf } from '#domain/audit-log/personal-texts.ts'
import type { Tables } from '#server/database/tables.ts'
import { endMembership, removeMember } from '#server/member/change-members.ts'
import { eraseFromEntries } from './erase-entries.ts'
import { type ErasedPerson, eraseFromRows } from './erase-rows.ts'
import { AdministrationError } from './names.ts'
import { OperatorWrite } from './operator.ts'
import { purgeOrganization } from './purge-organization.ts'
import { setDisabled } from './revocation.ts'

/** Outcome of an erasure. */
interface Erasure {
  pseudonym: string
  /** Entries of audit logs, and other rows, that named the person. */
  entries: number
  rows: number
  /** Organizations with a service account of the same name: there the name stays. */
  ambiguous: string[]
}

/** Tables with rows that belong to one user alone, each before those that it refers to. */
const owned = [
  ...['session', 'sign_in_token', 'api_key', 'user_identity', 'scim_group_member', 'scim_user'],
  ...['preference', 'snooze', 'saved_view', 'idempotency_key'],
] as const

/** How a user is erased. */
interface ErasureOptions {
  at: number
  newId: () => string
  /** Told in the log of the instance. */
  reason?: string
  /** Takes addresses out of targets of notifications, and disables those that have none left. */
  eraseTargets: (write: OperatorWrite, emails: readonly string[]) => Promise<void>
}

/**
 * Ends all access of a user, then puts a pseudonym in place of them wherever the database names
 * them, and purges their personal organization. The log of the instance tells of it without the
 * name. What was cut off may be repeated.
 * @throws AdministrationError for an unknown user, Problem for the last admin of an organization
 */
export async function eraseUser(
  database: Kysely<Tables>,
  name: string,
  options: ErasureOptions,
): Promise<Erasure> {
  const { at, newId } = options
  const within = <T>(work: (write: OperatorWrite) => Promise<T>) =>
    database.transaction().execute((tx) => work(new OperatorWrite(tx, at, newId)))
  await within((write) => endAccess(write, name))
  const { personal, ...erasure } = await within((write) => replaceUser(write, name, options))
  if (personal) {
    for (let deleted = 1; deleted > 0;)
      deleted = await purgeOrganization(database, personal.id, { at, newId })
  }
  return erasure
}

/** Ends memberships, sessions, links and keys. */
async function endAccess(write: OperatorWrite, name: string): Promise<void> {
  const user = await lockUser(write, name)
  const memberships = await write.database
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.org_id')
    .select(['organization.id', 'organization.name', 'organization.purge_at', 'membership.role'])
    .where('membership.user_id', '=', user.id)
    .where('organization.kind', '=', 'shared')
    .orderBy('organization.name')
    .execute()
  for (const { id, name: orgName, purge_at, role } of memberships) {
    const scope = { ...write.in(id), orgName }
    // Nobody can be made admin of a deleted one.
    if (purge_at === null) await removeMember(scope, name)
    else await endMembership(scope, { id: user.id, name, role })
  }
  await setDisabled(write, user, true)
}

async function replaceUser(
  write: OperatorWrite,
  name: string,
  { reason, eraseTargets }: ErasureOptions,
) {
  const { database } = write
  await sql`set local statement_timeout = 0`.execute(database)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(database)
  // On nodes of Citus: a copied table may change after one that is spread was read only in turn.
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(database)
  const user = await lockUser(write, name)
  const pseudonym = pseudonymOf(randomBytes(4).toString('hex'))
  const emails = await emailsOf(database, user)
  const others = await accountsNamed(database, name)
  const [erase, eraseEmails] = [name, null].map((own) => eraserOf({ name: own, emails }, pseudonym))
  await eraseTargets(write, emails)
  const personal = await emptyAccount(write, user, pseudonym)
  const eraseIn: ErasedPerson['eraseIn'] = (orgId) => {
    // All of it is purged.
    if (orgId === personal?.id) return (text) => text
    return others.some(({ id }) => id === orgId) ? eraseEmails! : erase!
  }
  const person = { name, emails, pseudonym, eraseIn }
  const entries = await eraseFromEntries(database, person)
  const rows = await eraseFromRows(database, person)
  await write.logInstance('user_erased', {
    name: pseudonym,
    entries,
    ...(reason && { reason: erase!(reason, 'by') }),
  })
  return { pseudonym, entries, rows, ambiguous: others.map((org) => org.name), personal }
}

/** Organizations that have, or had, a service account of this name. */
const accountsNamed = (database: Kysely<Tables>, name: string) =>
  database
    .selectFrom('service_account')
    .innerJoin('organization', 'organization.id', 'service_account.org_id')
    .select(['organization.id', 'organization.name'])
    .distinct()
    .where('service_account.name', '=', name)
    .orderBy('organization.name')
    .execute()

/** Leaves of an account its id, which others refer to. @returns their personal organization */
async function emptyAccount({ database, at }: OperatorWrite, user: User, pseudonym: string) {
  for (const table of owned) {
    await database.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  await database.deleteFrom('refusal').where('actor', '=', user.name).execute()
  await database
    .updateTable('user_account')
    .set({ name: pseudonym, email: null, default_org_id: null, home_org_id: null })
    .set({ last_seen_at: null })
    .where('id', '=', user.id)
    .execute()
  return database
    .updateTable('organization')
    .set({ name: pseudonym, purge_at: at })
    .where('name', '=', user.name)
    .where('kind', '=', 'personal')
    .returning('id')
    .executeTakeFirst()
}

/** Addresses of a user: of their account, now and before, and by which the directory names them. */
async function emailsOf(database: Kysely<Tables>, user: User): Promise<string[]> {
  const { rows } = await sql<{ email: string | null }>`
    select user_name as email from scim_user where user_id = ${user.id}
    union select ${user.email}
    union select value from record, lateral json_each_text(body::json)
      where org_id = 'instance' and kind in ('user_added', 'email_changed')
        and subject ->> 'member' = ${user.name}`.execute(database)
  return rows.flatMap(({ email }) => (email?.includes('@') ? [email] : []))
}

type User = Awaited<ReturnType<typeof lockUser>>

async function lockUser({ database }: OperatorWrite, name: string) {
  const user = await database
    .selectFrom('user_account')
    .select(['id', 'name', 'email'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AdministrationError(`There is no user named '${name}'`)
  if (isPseudonym(name)) throw new AdministrationError(`'${name}' is erased already`)
  return user
}
