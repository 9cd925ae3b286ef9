import { type Role, roles } from '#contract/common/endpoint.ts'
import type {
  ServiceAccount,
  ServiceAccountSummary,
} from '#contract/service-account/service-account.ts'
import { isRetained, isWorking, endOfKey, keyState } from '#domain/api-key/key-state.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'
import { requireRole, requireShared } from '#server/request/access.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { type AccountRow, findAccount, lockAccount, type ServiceKeyRow } from './queries.ts'

/** A caller, with their role. */
export type Manager = Pick<OrgContext, 'role' | 'actor'>

/**
 * Returns the role required to manage a service account and its keys: admin for one that somebody
 * else created, and never less than its own privilege; null if the manager has it.
 */
export function roleMissing({ role, actor }: Manager, account: AccountRow): Role | null {
  const isOwn = account.created_by_id === actor.userId
  const needed = isOwn ? account.privilege : 'admin'
  return roles.indexOf(role) <= roles.indexOf(needed) ? null : needed
}

/** Requires that the caller may manage a service account. @throws Problem 403 */
function requireManager(manager: Manager, account: AccountRow): void {
  const missing = roleMissing(manager, account)
  if (missing) requireRole(manager, missing)
}

const known = (account: AccountRow | undefined) => {
  if (!account) throw notFound('Service account not found')
  return account
}

/** Finds the service account of a path. @throws Problem 403 in a personal organization, 404 */
export async function accountOfPath(
  context: Pick<OrgContext, 'org' | 'orgKind'>,
  name: string,
): Promise<AccountRow> {
  requireShared(context, 'Service accounts')
  return known(await findAccount(context.org, name))
}

/** Finds the service account of a path that the caller may manage. @throws Problem 403, 404 */
export async function ownAccountOfPath(context: OrgContext, name: string): Promise<AccountRow> {
  const account = await accountOfPath(context, name)
  requireManager(context, account)
  return account
}

/**
 * Finds and locks the service account of a path that the caller may manage.
 * @throws Problem 403, 404
 */
export async function lockOwnAccount(
  org: OrgDatabase,
  manager: Manager,
  name: string,
): Promise<AccountRow> {
  const account = known(await lockAccount(org, name))
  requireManager(manager, account)
  return account
}

/** Serializes a service account. */
export const accountItem = (row: AccountRow): ServiceAccount => ({
  name: row.name,
  description: row.description,
  privilege: row.privilege,
  created_at: row.created_at,
  creating_user_id: row.created_by_id,
  created_by: row.created_by,
})

/** Serializes a service account with the uses of its keys. */
export function accountSummary(
  row: AccountRow,
  keys: ServiceKeyRow[],
  now: number,
): ServiceAccountSummary {
  const retained = keys.filter((key) => isRetained(key, now))
  const working = keys.filter((key) => isWorking(key, now))
  const ends = working.map(endOfKey).filter((end) => end !== null)
  const used = keys.map((key) => key.last_used_at).filter((at) => at !== null)
  return {
    ...accountItem(row),
    key_count: working.length,
    last_used_at: used.length > 0 ? Math.max(...used) : null,
    next_expiry_at: ends.length > 0 ? Math.min(...ends) : null,
    key_states: [...new Set(retained.map((key) => keyState(key, now)))],
  }
}
