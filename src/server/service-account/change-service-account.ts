import { isDeepStrictEqual } from 'node:util'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  createServiceAccount as createServiceAccountEndpoint,
  updateServiceAccount,
} from '#contract/service-account/service-account.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { findPerson } from '#server/database/system/users.ts'
import { alreadyExists, nameTaken } from '#server/platform/problem.ts'
import { requireRole } from '#server/request/access.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { accountItem, lockOwnAccount, type Manager } from './load-service-account.ts'
import { type AccountRow, insertAccount, revokeKeysOf, updateAccount } from './queries.ts'

/**
 * Creates a service account.
 * @throws Problem 403 for a privilege above the manager's, 400 when the name is taken, also by a
 * person: records name both alike
 */
export async function createServiceAccount(
  write: UnitOfWork,
  manager: Manager,
  input: BodyOf<typeof createServiceAccountEndpoint>,
): Promise<AccountRow> {
  const { org, orgName, actor, at, newId } = write
  const { name, privilege } = input
  requireRole(manager, privilege)
  if (await findPerson(org, name)) {
    throw nameTaken('A person has this name, and what a service account does names it alike', name)
  }
  const description = input.description ?? ''
  const made = await insertAccount(org, {
    id: newId(),
    name,
    description,
    privilege,
    created_at: at,
    created_by: actor.name,
    created_by_id: actor.userId,
    responsible_id: actor.responsibleId,
  })
  if (!made) {
    throw alreadyExists(
      `Service account named '${name}' already exists for organization '${orgName}'`,
    )
  }
  await auditServiceAccount(write, 'service_account_created', name, { description, privilege })
  return made
}

/**
 * Changes a service account; a description of null is an empty one. A call that changes nothing
 * leaves no trace.
 * @throws Problem 403, 404
 */
export async function changeServiceAccount(
  write: UnitOfWork,
  manager: Manager,
  name: string,
  input: BodyOf<typeof updateServiceAccount>,
): Promise<AccountRow> {
  const account = await lockOwnAccount(write.org, manager, name)
  if (input.privilege) requireRole(manager, input.privilege)
  await requireFresh(write, async () => accountItem(account))
  const { description, privilege } = account
  const before = { description, privilege }
  const after = {
    description: input.description === undefined ? description : (input.description ?? ''),
    privilege: input.privilege ?? privilege,
  }
  if (isDeepStrictEqual(before, after)) return account
  const changed = await updateAccount(write.org, account.id, after)
  await auditServiceAccount(write, 'service_account_changed', name, { before, after })
  return changed
}

/** Deletes a service account: its keys stop working at once. @throws Problem 403, 404 */
export async function deleteServiceAccount(
  write: UnitOfWork,
  manager: Manager,
  name: string,
): Promise<void> {
  const { org, at } = write
  const account = await lockOwnAccount(org, manager, name)
  await requireFresh(write, async () => accountItem(account))
  await updateAccount(org, account.id, { deleted_at: at })
  await revokeKeysOf(org, account.id, at)
  await auditServiceAccount(write, 'service_account_deleted', name, {
    privilege: account.privilege,
  })
}

const auditServiceAccount = (
  write: UnitOfWork,
  kind: AuditKind,
  name: string,
  body: object,
): Promise<void> =>
  appendAuditEntry(write, { kind, subject: { service_account: name }, body: { name, ...body } })
