import type { KeyInput, NewKey, RotationInput } from '#contract/api-key.ts'
import type { ChangeKind } from '#contract/change.ts'
import { isKept } from '#domain/key-state.ts'
import { notFound } from '../problem.ts'
import { findKey, insertKey, type ServiceKeyRow, updateKey } from '../service-account/queries.ts'
import { type MadeKey, makeNewKey, newKeyItem, rotateKey } from '../session/key-life.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { leaveRecord } from './leave-record.ts'
import { lockOwnAccount, type Manager } from './own-service-account.ts'
import type { Write } from './write.ts'

/** A key of an account that is neither revoked nor replaced for good. @throws Problem 404 */
export async function keyOfAccount(
  org: OrgDatabase,
  account: { id: string },
  id: string,
  now: number,
): Promise<ServiceKeyRow> {
  const key = await findKey(org, account.id, id)
  if (!key || !isKept(key, now)) throw notFound('API key not found')
  return key
}

/** Creates a key of a service account. @throws Problem 400 when it expires in the past, 403, 404 */
export async function addServiceKey(
  write: Write,
  manager: Manager,
  name: string,
  asked: KeyInput,
): Promise<NewKey> {
  const account = await lockOwnAccount(write.org, manager, name)
  const made = makeNewKey('service', write.newId(), asked, write.at)
  await keep(write, account.id, made)
  await record(write, 'key_created', name, bodyOf(made))
  return newKeyItem(made)
}

/** Puts a new key in the place of one. @throws Problem 400 when that is in its grace, 403, 404 */
export async function rotateServiceKey(
  write: Write,
  manager: Manager,
  { name, id }: { name: string; id: string },
  asked: RotationInput,
): Promise<NewKey> {
  const { org, at, newId } = write
  const account = await lockOwnAccount(org, manager, name)
  const old = await keyOfAccount(org, account, id, at)
  const rotated = rotateKey('service', newId(), old, asked, at)
  await keep(write, account.id, rotated.made)
  await updateKey(org, id, rotated.old)
  const { grace_ends_at } = rotated.old
  await record(write, 'key_rotated', name, { ...bodyOf(rotated.made), replaces: id, grace_ends_at })
  return newKeyItem(rotated.made, grace_ends_at)
}

/** Revokes a key at once. @throws Problem 403, 404 also when it was revoked before */
export async function revokeServiceKey(
  write: Write,
  manager: Manager,
  { name, id }: { name: string; id: string },
): Promise<void> {
  const { org, at } = write
  const account = await lockOwnAccount(org, manager, name)
  const key = await keyOfAccount(org, account, id, at)
  await updateKey(org, id, { revoked_at: at })
  await record(write, 'key_revoked', name, { key_id: id, description: key.description })
}

const keep = ({ org, actor }: Write, account_id: string, { row }: MadeKey) =>
  insertKey(org, { ...row, account_id, created_by: actor.name })

/** What is recorded of a new key: nothing of its secret. */
const bodyOf = ({ row: { id, description, expires_at } }: MadeKey) => ({
  key_id: id,
  description,
  expires_at,
})

function record(write: Write, kind: ChangeKind, name: string, body: object): Promise<void> {
  const subject = { service_account: name }
  return leaveRecord(write, { kind, subject, body: { ...subject, ...body } })
}
