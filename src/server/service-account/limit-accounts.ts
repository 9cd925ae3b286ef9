import { type Role, roles } from '#contract/common/endpoint.ts'
import { type AuditedWrite, insertAuditEntry } from '#server/audit-log/queries.ts'
import {
  assignAccounts,
  listAccountsOf,
  listKeysInHand,
  updateAccount,
  updateKey,
} from './queries.ts'

/** Treatment of the service accounts of a removed person. */
export type Leaving = { how: 'revoke' } | { how: 'take_over'; responsibleId: string }

const isAbove = (one: Role, other: Role) => roles.indexOf(one) < roles.indexOf(other)

const record = (
  change: AuditedWrite,
  kind: 'key_revoked' | 'service_account_changed',
  name: string,
  body: object,
) => insertAuditEntry(change, { kind, subject: { service_account: name }, body })

type KeyInHand = Awaited<ReturnType<typeof listKeysInHand>>[number]

async function revoke(change: AuditedWrite, keys: readonly KeyInHand[]): Promise<void> {
  for (const { id, description, service_account } of keys) {
    await updateKey(change.org, id, { revoked_at: change.at })
    const body = { service_account, key_id: id, description }
    await record(change, 'key_revoked', service_account, body)
  }
}

/**
 * Limits a person's service accounts to their new role: accounts that they answer for get at most
 * that privilege, and keys that they made of others' accounts above it are revoked.
 */
export async function limitAccounts(
  change: AuditedWrite,
  userId: string,
  role: Role,
): Promise<void> {
  const accounts = await listAccountsOf(change.org, userId)
  for (const { id, name, description, privilege } of accounts) {
    if (!isAbove(privilege, role)) continue
    await updateAccount(change.org, id, { privilege: role })
    const [before, after] = [
      { description, privilege },
      { description, privilege: role },
    ]
    await record(change, 'service_account_changed', name, { name, before, after })
  }
  const own = new Set(accounts.map(({ id }) => id))
  await revoke(
    change,
    (await listKeysInHand(change.org, userId)).filter(
      (key) => !own.has(key.account_id) && isAbove(key.privilege, role),
    ),
  )
}

/**
 * Ends a person's access through service accounts: every key that they made, or of an account that
 * they answer for, is revoked, or somebody else answers for the accounts from now on.
 */
export async function releaseAccounts(change: AuditedWrite, userId: string, leaving: Leaving) {
  if (leaving.how === 'revoke') return revoke(change, await listKeysInHand(change.org, userId))
  const { responsibleId } = leaving
  for (const { name } of await assignAccounts(change.org, userId, responsibleId)) {
    const [before, after] = [{ responsible_id: userId }, { responsible_id: responsibleId }]
    await record(change, 'service_account_changed', name, { name, before, after })
  }
}
