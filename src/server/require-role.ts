import { type Role, roles } from '#contract/endpoint.ts'
import { Problem } from './problem.ts'

/** Refuses a caller whose role is weaker than what is needed. @throws Problem 403 (wire.md 25) */
export function requireRole({ role }: { role: Role }, needed: Role): void {
  if (roles.indexOf(role) <= roles.indexOf(needed)) return
  throw new Problem(403, "You don't have permission to access this resource", {
    requiredRole: needed,
  })
}
