import { type Role, roles } from '#contract/common/endpoint.ts'
import { sees } from '#server/database/conditions.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { Problem, notFound } from '#server/platform/problem.ts'
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

const archived = {
  Flow: () => notFound('Flow has been archived', 'flow_archived'),
  Environment: () => notFound('Environment has been archived', 'environment_archived'),
}

/** A record that can be archived, as messages call it. */
type Archivable = keyof typeof archived

/**
 * Requires a flow or environment to exist and to be in view: active, unless the call includes
 * archived ones or sees only them.
 * @throws Problem 404
 */
export function requireInView<Row extends { archived_at: number | null }>(
  { org, orgName }: OrgScope,
  noun: Archivable,
  name: string,
  row: Row | undefined,
): asserts row is Row {
  if (!row) throw notFound(`${noun} named '${name}' does not exist for organization '${orgName}'`)
  const isArchived = row.archived_at !== null
  if (sees(org, isArchived)) return
  throw isArchived ? archived[noun]() : notFound(`${noun} named '${name}' is not archived`)
}
