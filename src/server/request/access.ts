import { type Role, roles } from '#contract/common/endpoint.ts'
import { Problem } from '#server/platform/problem.ts'
import type { AccountContext, OrgContext } from './handler.ts'

/** Requires a role. @throws Problem 403 without one, or with a weaker one */
export function requireRole({ role }: { role: Role | null }, needed: Role): void {
  if (role !== null && roles.indexOf(role) <= roles.indexOf(needed)) return
  throw new Problem(403, "You don't have permission to access this resource", {
    code: 'role_too_low',
    requiredRole: needed,
  })
}

/** Requires a shared organization, for what personal ones do not have. @throws Problem 403 */
export function requireShared({ orgKind }: Pick<OrgContext, 'orgKind'>, what: string): void {
  if (orgKind === 'shared') return
  throw new Problem(403, `${what} are only available in shared organizations`, {
    code: 'shared_only',
  })
}

/** Requires a person, for what service accounts do not have. @throws Problem 403 */
export function requirePerson({ actor }: Pick<AccountContext, 'actor'>, what: string): void {
  if (!actor.isServiceAccount) return
  throw new Problem(403, `Service accounts have no ${what}`, { code: 'person_only' })
}
