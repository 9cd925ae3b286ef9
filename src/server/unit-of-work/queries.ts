import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Actor } from '#server/platform/actor.ts'

/** A role as a value of a statement; null for none. */
export type RoleValue = RawBuilder<Role | null>

/** The current role of a member or service account. */
export function currentRole(org: OrgDatabase, { userId, isServiceAccount }: Actor): RoleValue {
  if (!isServiceAccount)
    return sql`${org.selectFrom('membership').select('role').where('membership.user_id', '=', userId)}`
  return sql`${org
    .selectFrom('service_account')
    .select('privilege')
    .where('service_account.deleted_at', 'is', null)
    .where('service_account.id', '=', userId)}`
}

/** Reads a role, and nothing else. */
export async function readRole(org: OrgDatabase, role: RoleValue): Promise<{ role: Role | null }> {
  const [row] = await org.query(sql<{ role: Role | null }>`select ${role} as role`)
  return row ?? { role: null }
}
