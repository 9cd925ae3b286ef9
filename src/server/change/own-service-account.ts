import type { Role } from '#contract/endpoint.ts'
import { type AccountRow, findAccount, lockAccount } from '../service-account/queries.ts'
import { roles } from '#contract/endpoint.ts'
import type { OrgContext } from '../handler.ts'
import { notFound, Problem } from '../problem.ts'
import { requireRole } from '../require-role.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** Who asks, and with which role. */
export type Manager = Pick<OrgContext, 'role' | 'actor'>

/** Refuses what personal organizations do not have. @throws Problem 403 (wire.md 3) */
export function requireShared({ orgKind }: Pick<OrgContext, 'orgKind'>, what: string): void {
  if (orgKind === 'shared') return
  throw new Problem(403, `${what} are only available in shared organizations`)
}

/**
 * The role that it takes to manage a service account and its keys: admin for one that somebody else
 * created, and never less than its own privilege (wire.md 24); null where the manager may.
 */
export function roleMissing({ role, actor }: Manager, account: AccountRow): Role | null {
  const isOwn = account.created_by_id === actor.userId
  const needed = isOwn ? account.privilege : 'admin'
  return roles.indexOf(role) <= roles.indexOf(needed) ? null : needed
}

/** Refuses who may not manage a service account. @throws Problem 403 */
function requireManager(manager: Manager, account: AccountRow): void {
  const missing = roleMissing(manager, account)
  if (missing) requireRole(manager, missing)
}

const known = (account: AccountRow | undefined) => {
  if (!account) throw notFound('Service account not found')
  return account
}

/** The service account of a path. @throws Problem 403 in a personal organization, 404 */
export async function accountOfPath(
  context: Pick<OrgContext, 'org' | 'orgKind'>,
  name: string,
): Promise<AccountRow> {
  requireShared(context, 'Service accounts')
  return known(await findAccount(context.org, name))
}

/** The same, for who may manage it. @throws Problem 403, 404 */
export async function ownAccountOfPath(context: OrgContext, name: string): Promise<AccountRow> {
  const account = await accountOfPath(context, name)
  requireManager(context, account)
  return account
}

/** The service account of a path, locked for who may manage it. @throws Problem 403, 404 */
export async function lockOwnAccount(
  org: OrgDatabase,
  manager: Manager,
  name: string,
): Promise<AccountRow> {
  const account = known(await lockAccount(org, name))
  requireManager(manager, account)
  return account
}
