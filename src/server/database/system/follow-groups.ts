import type { Kysely } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { Tables } from '#server/database/tables.ts'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import { endMembership, giveRole, isNameOfAccount } from '#server/member/change-members.ts'
import { findMemberRole } from '#server/member/queries.ts'
import type { OperatorWrite } from './operator.ts'

/** Shared organizations of some names, but for deleted ones, in the order in which they are locked. */
export function mappedOrganizations(database: Kysely<Tables>, names: readonly string[]) {
  if (names.length === 0) return Promise.resolve([])
  return database
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .where('kind', '=', 'shared')
    .where('purge_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Gives and takes roles in the mapped organizations; the last admin is no exception. None is given
 * where a service account has the name: the audit log of the organization says so, unless only an
 * open session is checked, as is done all the time.
 */
export async function followGroups(
  write: OperatorWrite,
  user: { id: string; name: string },
  organizations: readonly { id: string; name: string }[],
  roles: Map<string, Role>,
  { isCheck = false } = {},
): Promise<void> {
  for (const { id, name } of organizations) {
    const scope = { ...write.in(id), orgName: name }
    const [role, before] = [roles.get(name), await findMemberRole(scope.org, user.id)]
    // Of a service account with this name records would tell nobody apart.
    if (role && before === null && (await isNameOfAccount(scope.org, user.name))) {
      if (!isCheck) {
        await insertAuditEntry(scope, {
          kind: 'sign_in_refused',
          subject: { member: user.name },
          body: { name: user.name, role, reason: 'name_of_service_account' },
          result: 'refused',
        })
      }
      continue
    }
    if (role) await giveRole(scope, user, role)
    else if (before) await endMembership(scope, { ...user, role: before })
    if (role && before === null) {
      await write.database
        .updateTable('user_account')
        .set({ default_org_id: id })
        .where('id', '=', user.id)
        .where('default_org_id', 'is', null)
        .execute()
    }
  }
}
