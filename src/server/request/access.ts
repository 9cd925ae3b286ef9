import { type Role, roles } from '#contract/common/endpoint.ts'
import { Problem } from '#server/platform/problem.ts'
import type { OrgContext, AccountContext } from './handler.ts'

/** Refuses a caller who has no role, or one weaker than what is needed. @throws Problem 403 */
export function requireRole({ role }: { role: Role | null }, needed: Role): void {
  if (role !== null && roles.indexOf(role) <= roles.indexOf(needed)) return
  throw new Problem(403, "You don't have permission to access this resource", {
    requiredRole: needed,
  })
}

/** Refuses what personal organizations do not have. @throws Problem 403 */
export function requireShared({ orgKind }: Pick<OrgContext, 'orgKind'>, what: string): void {
  if (orgKind === 'shared') return
  throw new Problem(403, `${what} are only available in shared organizations`)
}

/** Refuses service accounts what only people have. @throws Problem 403 */
export function requirePerson({ actor }: Pick<AccountContext, 'actor'>, what: string): void {
  if (actor.isServiceAccount) throw new Problem(403, `Service accounts have no ${what}`)
}
