import { daySeconds } from '#domain/common/days.ts'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import { Problem } from '#server/platform/problem.ts'
import { organizationNamed } from './directory.ts'
import { AdministrationError } from './names.ts'
import type { OperatorWrite } from './operator.ts'

/** Days between the deletion of an organization and its purge. */
const graceDays = 30

/**
 * Closes a shared organization to everybody, until it is purged after some days. One that is
 * closed already keeps its time, unless days are given.
 * @param days - null for the default
 * @returns when it is purged, Unix seconds
 * @throws AdministrationError for an unknown or a personal organization
 */
export async function deleteOrganization(
  write: OperatorWrite,
  name: string,
  days: number | null,
): Promise<number> {
  const { id, kind, purge_at: before } = await lockOrganization(write, name)
  if (kind === 'personal')
    throw new AdministrationError(`'${name}' is the personal organization of a user`)
  if (before !== null && days === null) return before
  const purgeAt = write.at + (days ?? graceDays) * daySeconds
  await setPurge(write, id, purgeAt)
  await record(write, { id, name }, 'organization_deleted', { purge_at: purgeAt })
  return purgeAt
}

/**
 * Deletes an organization as an admin of it, which is asked with the organization locked.
 * @returns when it is purged
 * @throws Problem 403 for anybody else
 */
export async function deleteAsAdmin(
  write: OperatorWrite,
  name: string,
  userId: string,
): Promise<number> {
  const { id } = await lockOrganization(write, name)
  const member = await write.database
    .selectFrom('membership')
    .select('role')
    .where('org_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (member?.role !== 'admin') {
    const message = "You don't have permission to access this resource"
    throw new Problem(403, message, { code: 'role_too_low', requiredRole: 'admin' })
  }
  return deleteOrganization(write, name, null)
}

/**
 * Opens an organization again that was deleted and is not purged yet.
 * @returns false if it was not deleted
 * @throws AdministrationError for an unknown organization
 */
export async function cancelDeletion(write: OperatorWrite, name: string): Promise<boolean> {
  const { id, purge_at: before } = await lockOrganization(write, name)
  if (before === null) return false
  if (before <= write.at) throw new AdministrationError(`'${name}' is being purged`)
  await setPurge(write, id, null)
  await record(write, { id, name }, 'organization_kept', {})
  return true
}

/** Tells it in the log of the organization, and in that of the instance. */
async function record(
  write: OperatorWrite,
  { id, name }: { id: string; name: string },
  kind: 'organization_deleted' | 'organization_kept',
  body: object,
): Promise<void> {
  await insertAuditEntry(write.in(id), { kind, subject: {}, body })
  await write.logInstance(kind, { organization: name, ...body })
}

const lockOrganization = ({ database }: OperatorWrite, name: string) =>
  organizationNamed(database, name, { isLocked: true })

async function setPurge({ database }: OperatorWrite, id: string, purgeAt: number | null) {
  await database
    .updateTable('organization')
    .set({ purge_at: purgeAt })
    .where('id', '=', id)
    .execute()
}
