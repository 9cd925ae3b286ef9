import { sql, type Updateable } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isAnsweredForBy, onOrgAnd } from '#server/database/conditions.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>
export type ServiceKeyRow = Awaited<ReturnType<typeof listKeys>>[number]

const accounts = (org: OrgDatabase) =>
  org
    .selectFrom('service_account')
    .selectAll('service_account')
    .where('service_account.deleted_at', 'is', null)

/** Service accounts by name. */
export function listAccounts(org: OrgDatabase) {
  return accounts(org).orderBy('service_account.name').execute()
}

/** Finds a service account by its name. */
export function findAccount(org: OrgDatabase, name: string) {
  return accounts(org).where('service_account.name', '=', name).executeTakeFirst()
}

/** Finds a service account by its name and locks it, with its keys. */
export function lockAccount(org: OrgDatabase, name: string) {
  return accounts(org).where('service_account.name', '=', name).forUpdate().executeTakeFirst()
}

/** The service accounts that a person answers for, locked. */
export function listAccountsOf(org: OrgDatabase, userId: string) {
  return accounts(org)
    .where('service_account.responsible_id', '=', userId)
    .orderBy('service_account.id')
    .forUpdate()
    .execute()
}

/** Transfers the responsibility for a person's service accounts. */
export function assignAccounts(org: OrgDatabase, from: string, to: string) {
  return org
    .updateTable('service_account')
    .set({ responsible_id: to })
    .where('service_account.responsible_id', '=', from)
    .where('service_account.deleted_at', 'is', null)
    .returning('service_account.name')
    .execute()
}

/** Keys that are not revoked, and that a person made or of accounts that they answer for. */
export function listKeysInHand(org: OrgDatabase, userId: string) {
  return org
    .selectFrom('service_key')
    .innerJoin('service_account', onOrgAnd('service_account.id', 'service_key.account_id'))
    .select(['service_key.id', 'service_key.account_id', 'service_key.description'])
    .select(['service_account.name as service_account', 'service_account.privilege'])
    .where('service_key.revoked_at', 'is', null)
    .where((where) =>
      where.or([
        where('service_key.responsible_id', '=', userId),
        where('service_account.responsible_id', '=', userId),
      ]),
    )
    .orderBy('service_key.id')
    .execute()
}

/** Inserts a service account; nothing when its name is taken. */
export function insertAccount(org: OrgDatabase, account: NewRow<'service_account'>) {
  return org
    .insertInto('service_account', account)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Changes a service account; called with the account locked. */
export function updateAccount(
  org: OrgDatabase,
  id: string,
  fields: Pick<Updateable<Tables['service_account']>, 'description' | 'privilege' | 'deleted_at'>,
) {
  return org
    .updateTable('service_account')
    .set(fields)
    .where('service_account.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** All keys of an account, or of all accounts, newest first; invalid ones included. */
export function listKeys(org: OrgDatabase, accountId?: string) {
  let query = org.selectFrom('service_key').selectAll('service_key')
  if (accountId) query = query.where('service_key.account_id', '=', accountId)
  return query.orderBy('service_key.id', 'desc').execute()
}

/** Finds a key of an account, also an invalid one; lock the account before changing it. */
export function findKey(org: OrgDatabase, accountId: string, id: string) {
  return org
    .selectFrom('service_key')
    .selectAll('service_key')
    .where('service_key.account_id', '=', accountId)
    .where('service_key.id', '=', id)
    .executeTakeFirst()
}

export async function insertKey(org: OrgDatabase, key: NewRow<'service_key'>): Promise<void> {
  await org.insertInto('service_key', key).execute()
}

/** Changes a key; called with its account locked. */
export async function updateKey(
  org: OrgDatabase,
  id: string,
  fields: Pick<Updateable<Tables['service_key']>, 'grace_ends_at' | 'replaced_by' | 'revoked_at'>,
): Promise<void> {
  await org.updateTable('service_key').set(fields).where('service_key.id', '=', id).execute()
}

/** Revokes the remaining keys of an account. */
export async function revokeKeysOf(org: OrgDatabase, accountId: string, at: number): Promise<void> {
  await org
    .updateTable('service_key')
    .set({ revoked_at: at })
    .where('service_key.account_id', '=', accountId)
    .where('service_key.revoked_at', 'is', null)
    .execute()
}

/** Numbers of uses of an account's keys, by day, since a day. */
export function listKeyUses(org: OrgDatabase, accountId: string, since: number) {
  return org
    .selectFrom('service_key_use')
    .innerJoin('service_key', onOrgAnd('service_key.id', 'service_key_use.key_id'))
    .select(['service_key_use.key_id', 'service_key_use.day', 'service_key_use.count'])
    .where('service_key.account_id', '=', accountId)
    .where('service_key_use.day', '>=', since)
    .orderBy('service_key_use.day')
    .orderBy('service_key_use.key_id')
    .execute()
}

/** Returns whether a person answers for a service account: they can act as it. */
export async function isOwnAccount(
  org: OrgDatabase,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const [row] = await org.query(
    sql<{ is_own: boolean }>`select ${isAnsweredForBy(org, sql`${accountId}`, userId)} as is_own`,
  )
  return row?.is_own ?? false
}
