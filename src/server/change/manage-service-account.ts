import { isDeepStrictEqual } from 'node:util'
import type { ChangeKind } from '#contract/change.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createServiceAccount, updateServiceAccount } from '#contract/service-account.ts'
import { requireFresh } from '../entity-tag.ts'
import { Problem } from '../problem.ts'
import { requireRole } from '../require-role.ts'
import { accountItem } from '../service-account/item.ts'
import {
  type AccountRow,
  insertAccount,
  revokeKeysOf,
  updateAccount,
} from '../service-account/queries.ts'
import { leaveRecord } from './leave-record.ts'
import { lockOwnAccount, type Manager } from './own-service-account.ts'
import type { Write } from './write.ts'

/**
 * Creates a service account (wire.md 19).
 * @throws Problem 403 for a privilege above the manager's, 400 when the name is taken
 */
export async function addServiceAccount(
  write: Write,
  manager: Manager,
  asked: BodyOf<typeof createServiceAccount>,
): Promise<AccountRow> {
  const { org, orgName, actor, at, newId } = write
  const { name, privilege } = asked
  requireRole(manager, privilege)
  const description = asked.description ?? ''
  const made = await insertAccount(org, {
    id: newId(),
    name,
    description,
    privilege,
    created_at: at,
    created_by: actor.name,
    created_by_id: actor.userId,
  })
  if (!made) {
    const message = `Service account named '${name}' already exists for organization '${orgName}'`
    throw new Problem(400, message)
  }
  await record(write, 'service_account_created', name, { description, privilege })
  return made
}

/**
 * Changes a service account; a description of null is an empty one. A call that changes nothing
 * leaves no trace. @throws Problem 403, 404
 */
export async function changeServiceAccount(
  write: Write,
  manager: Manager,
  name: string,
  asked: BodyOf<typeof updateServiceAccount>,
): Promise<AccountRow> {
  const account = await lockOwnAccount(write.org, manager, name)
  if (asked.privilege) requireRole(manager, asked.privilege)
  await requireFresh(write, async () => accountItem(account))
  const { description, privilege } = account
  const before = { description, privilege }
  const after = {
    description: asked.description === undefined ? description : (asked.description ?? ''),
    privilege: asked.privilege ?? privilege,
  }
  if (isDeepStrictEqual(before, after)) return account
  const changed = await updateAccount(write.org, account.id, after)
  await record(write, 'service_account_changed', name, { before, after })
  return changed
}

/** Deletes a service account: its keys stop working at once. @throws Problem 403, 404 */
export async function deleteServiceAccount(
  write: Write,
  manager: Manager,
  name: string,
): Promise<void> {
  const { org, at } = write
  const account = await lockOwnAccount(org, manager, name)
  await requireFresh(write, async () => accountItem(account))
  await updateAccount(org, account.id, { deleted_at: at })
  await revokeKeysOf(org, account.id, at)
  await record(write, 'service_account_deleted', name, { privilege: account.privilege })
}

const record = (write: Write, kind: ChangeKind, name: string, body: object): Promise<void> =>
  leaveRecord(write, { kind, subject: { service_account: name }, body: { name, ...body } })
