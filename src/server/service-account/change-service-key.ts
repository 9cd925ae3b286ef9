import type { KeyInput, NewKey, RotationInput } from '#contract/api-key/api-key.ts'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { isRetained, latestExpiry } from '#domain/api-key/key-state.ts'
import { findSettings } from '#server/organization/queries.ts'
import { fieldProblem, notFound } from '#server/platform/problem.ts'
import { findKey, insertKey, type ServiceKeyRow, updateKey } from './queries.ts'
import {
  type MadeKey,
  makeNewKey,
  newKeyItem,
  outlastsMaker,
  rotateKey,
} from '#server/api-key/key-lifecycle.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { lockOwnAccount, type Manager } from './load-service-account.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Finds a key of an account that is neither revoked nor replaced for good. @throws Problem 404 */
export async function keyOfAccount(
  org: OrgDatabase,
  account: { id: string },
  id: string,
  now: number,
): Promise<ServiceKeyRow> {
  const key = await findKey(org, account.id, id)
  if (!key || !isRetained(key, now)) throw notFound('API key not found')
  return key
}

/** Creates a key of a service account. @throws Problem 400 when it expires in the past, 403, 404 */
export async function createServiceKey(
  write: UnitOfWork,
  manager: Manager,
  name: string,
  input: KeyInput,
): Promise<NewKey> {
  const account = await lockOwnAccount(write.org, manager, name)
  const within = await endOfNewKey(write, input.expires_at, { latest: write.actor.keyEndsAt })
  const made = makeNewKey('service', write.newId(), { ...input, ...within }, write.at)
  await insertMadeKey(write, account.id, made)
  await auditServiceKey(write, 'key_created', name, bodyOf(made))
  return newKeyItem(made)
}

/** Rotates a key. @throws Problem 400 when it is in its grace, 403, 404 */
export async function rotateServiceKey(
  write: UnitOfWork,
  manager: Manager,
  { name, id }: { name: string; id: string },
  input: RotationInput,
): Promise<NewKey> {
  const { org, at, newId } = write
  const account = await lockOwnAccount(org, manager, name)
  const old = await keyOfAccount(org, account, id, at)
  const { keyEndsAt } = write.actor
  // A key that ends cannot take over one that does not, and that must not end sooner unnoticed.
  if (keyEndsAt !== null && !old.expires_at && !input.expires_at) throw outlastsMaker(keyEndsAt, 0)
  // A key may be renewed for as long as it lasts by itself.
  const latest = keyEndsAt && Math.max(keyEndsAt, old.expires_at ?? 0)
  const asked = input.expires_at ?? old.expires_at
  const within = await endOfNewKey(write, asked, { latest, isInherited: input.expires_at == null })
  const rotated = rotateKey('service', newId(), old, { ...input, ...within }, at)
  await insertMadeKey(write, account.id, rotated.made)
  await updateKey(org, id, rotated.old)
  const { grace_ends_at } = rotated.old
  await auditServiceKey(write, 'key_rotated', name, {
    ...bodyOf(rotated.made),
    replaces: id,
    grace_ends_at,
  })
  return newKeyItem(rotated.made, grace_ends_at)
}

/**
 * The end of a new key, by the organization's maximum age of keys, and by the end of the key that its
 * maker came with: else an expiring key would live for ever.
 * @throws Problem 400 when a later one was asked for, unless it is only inherited
 */
async function endOfNewKey(
  { org, orgName, at }: UnitOfWork,
  expiresAt: number | null | undefined,
  by: { latest: number | null; isInherited?: boolean },
): Promise<{ expires_at: number }> {
  const { max_age_days } = (await findSettings(org, 'keys')).settings
  const oldest = latestExpiry(max_age_days, at) ?? Infinity
  const own = by.latest === null ? Infinity : Math.floor(by.latest)
  const latest = Math.min(oldest, own)
  // 0 means never.
  if (latest === Infinity || (expiresAt && expiresAt <= latest))
    return { expires_at: expiresAt || 0 }
  if (!expiresAt || by.isInherited) return { expires_at: latest }
  if (own < oldest) throw outlastsMaker(latest, expiresAt)
  const why = `keys of '${orgName}' last ${max_age_days} ${max_age_days === 1 ? 'day' : 'days'}`
  throw fieldProblem('expires_at', `Input should be at most ${latest}: ${why}`, expiresAt)
}

/** Revokes a key at once. @throws Problem 403, 404 also when it was revoked before */
export async function revokeServiceKey(
  write: UnitOfWork,
  manager: Manager,
  { name, id }: { name: string; id: string },
): Promise<void> {
  const { org, at } = write
  const account = await lockOwnAccount(org, manager, name)
  const key = await keyOfAccount(org, account, id, at)
  await updateKey(org, id, { revoked_at: at })
  await auditServiceKey(write, 'key_revoked', name, { key_id: id, description: key.description })
}

const insertMadeKey = ({ org, actor }: UnitOfWork, account_id: string, { row }: MadeKey) =>
  insertKey(org, {
    ...row,
    account_id,
    created_by: actor.name,
    responsible_id: actor.responsibleId,
  })

/** Audit body of a new key, without its secret. */
const bodyOf = ({ row: { id, description, expires_at } }: MadeKey) => ({
  key_id: id,
  description,
  expires_at,
})

function auditServiceKey(
  write: UnitOfWork,
  kind: AuditKind,
  name: string,
  body: object,
): Promise<void> {
  const subject = { service_account: name }
  return appendAuditEntry(write, { kind, subject, body: { ...subject, ...body } })
}
