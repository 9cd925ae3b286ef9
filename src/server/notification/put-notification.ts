import { isDeepStrictEqual } from 'node:util'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { EnvironmentSelector } from '#contract/environment/environment-type.ts'
import type { Digest, Trigger } from '#contract/notification/notification-types.ts'
import { daySeconds } from '#domain/common/days.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { listEnvironmentsNamed } from '#server/environment/queries.ts'
import { nameTaken, validationProblem } from '#server/platform/problem.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { editedPart, readNotifications, requireNotification } from './load-notifications.ts'
import type { TargetChange } from './parse-targets.ts'
import {
  changeNotification,
  insertNotification,
  listWatched,
  lockNotification,
  type NotificationRow,
  replaceWatches,
  updateNotification,
  removeTargets,
  listTargetRows,
} from './queries.ts'
import { replaceTargets } from './replace-targets.ts'
import { maskedUrl, newSigning, revealSigning, sealSigning } from './target-address.ts'
import { environmentsOf, silentTriggers, refreshWatchesAfterCommit } from './watch-environments.ts'

/** Seconds for which a secret keeps signing after its rotation. */
const secretGrace = daySeconds

/** A notification as sent, its targets validated. */
export interface NotificationChange {
  name: string
  environments: string[]
  triggers: Trigger[]
  targets: TargetChange[]
  /** Fields of our own form only; a call without them leaves them as they are. */
  own?: { selector: EnvironmentSelector | null; digest: Digest; merge_seconds: number }
}

/**
 * Creates a notification, or changes the one with its name or number. A call that changes nothing
 * leaves no trace.
 * @throws Problem 404 for an unknown number, 400 for unknown environments or a name in use
 */
export async function putNotification(
  write: UnitOfWork,
  secrets: Secrets,
  change: NotificationChange,
  by: { name: string } | { number: number } | 'new',
): Promise<number> {
  const { org } = write
  const found = await lockNotification(org, by === 'new' ? { name: change.name } : by)
  if (by === 'new' && found) throw nameOfOther(change.name)
  const existing = typeof by === 'object' && 'number' in by ? requireNotification(found) : found
  await requireFreshNotification(write, secrets, existing)
  const watched = existing ? await listWatched(org, [existing.id]) : []
  const namedIds = await environmentsNamed(write, change.environments, watched)
  const own = ownOf(change, existing, namedIds, watched)
  const triggers = [...new Set(change.triggers)]
  const environments = own.isUnchanged
    ? watched.map(({ id, is_named }) => ({ id, is_named }))
    : await environmentsOf(org, namedIds, own.selector)
  const watches = { environments, triggers, silent: silentTriggers(triggers, own.merge_seconds) }
  const fields = {
    name: change.name,
    triggers: JSON.stringify(triggers),
    selector: own.selector && JSON.stringify(own.selector),
    digest: own.digest,
    merge_seconds: own.merge_seconds,
  }
  const stored = { own, watches, fields }
  if (existing) return changeExisting(write, secrets, change, { ...stored, existing, watched })
  const made = await createNew(write, secrets, change, stored)
  // Created concurrently, or its number was taken, between the look-up and the insert.
  return made ?? putNotification(write, secrets, change, by)
}

/** A notification as it is stored. */
interface Stored {
  own: ReturnType<typeof ownOf>
  watches: Parameters<typeof replaceWatches>[2]
  fields: Pick<
    Parameters<typeof insertNotification>[1],
    'name' | 'triggers' | 'selector' | 'digest' | 'merge_seconds'
  >
}

/** Changes a notification, unless nothing differs. @returns its number */
async function changeExisting(
  write: UnitOfWork,
  secrets: Secrets,
  change: NotificationChange,
  stored: Stored & {
    existing: NotificationRow
    watched: Awaited<ReturnType<typeof listWatched>>
  },
): Promise<number> {
  const { org, actor } = write
  const { own, watches, fields, existing, watched } = stored
  const shown = watched.map(({ id, is_named }) => ({ id, is_named }))
  const targets = await listTargetRows(org, [existing.id])
  const changed = await replaceTargets(write, secrets, existing.id, targets, change.targets)
  const isSame =
    !changed &&
    existing.name === change.name &&
    isDeepStrictEqual(existing.triggers, watches.triggers) &&
    isDeepStrictEqual(existing.selector, own.selector) &&
    existing.digest === own.digest &&
    existing.merge_seconds === own.merge_seconds &&
    isDeepStrictEqual(shown, watches.environments)
  if (isSame) return existing.number
  const now = monotonicNow(write, existing.last_modified_at)
  const isFree = await changeNotification(org, existing.id, {
    ...fields,
    last_modified_at: now.at,
    last_modified_by: actor.name,
  })
  if (!isFree) throw nameOfOther(change.name)
  await replaceWatches(org, existing.id, watches)
  if (own.selector !== null) await refreshWatchesAfterCommit(org)
  await auditNotification(now, 'notification_updated', existing, auditBody(change))
  return existing.number
}

/** Creates a notification. @returns its number; null where somebody else was faster */
async function createNew(
  write: UnitOfWork,
  secrets: Secrets,
  change: NotificationChange,
  { own, watches, fields }: Stored,
): Promise<number | null> {
  const { org, actor, at } = write
  const id = write.newId()
  const number = await insertNotification(org, {
    id,
    ...fields,
    secret: sealSigning(secrets, org.orgId, id, newSigning()),
    created_at: at,
    created_by: actor.name,
    last_modified_at: at,
    last_modified_by: actor.name,
  })
  if (number === null) return null
  await replaceWatches(org, id, watches)
  if (own.selector !== null) await refreshWatchesAfterCommit(org)
  await replaceTargets(write, secrets, id, [], change.targets)
  const created = { name: change.name, number }
  await auditNotification(write, 'notification_created', created, auditBody(change))
  return number
}

const nameOfOther = (name: string) => nameTaken('Another notification has this name', name)

/**
 * Completes a call without the fields of our own form: sending back the environments watched now
 * keeps the selector; other ones replace it.
 */
function ownOf(
  { own }: NotificationChange,
  existing: NotificationRow | undefined,
  namedIds: readonly string[],
  watched: readonly { id: string }[],
) {
  if (own) return { ...own, isUnchanged: false }
  const { selector = null, digest = 'none', merge_seconds = 0 } = existing ?? {}
  const isUnchanged =
    selector !== null &&
    namedIds.length === watched.length &&
    watched.every(({ id }) => namedIds.includes(id))
  return { selector: isUnchanged ? selector : null, digest, merge_seconds, isUnchanged }
}

/** Deletes a notification and its pending messages. @throws Problem 404 */
export async function deleteNotification(
  write: UnitOfWork,
  secrets: Secrets,
  number: number,
): Promise<void> {
  const { org } = write
  const row = requireNotification(await lockNotification(org, { number }))
  await requireFreshNotification(write, secrets, row)
  const targets = await listTargetRows(org, [row.id])
  await removeTargets(
    org,
    targets.map(({ id }) => id),
    write.at,
  )
  await replaceWatches(org, row.id, { environments: [], triggers: [], silent: [] })
  await updateNotification(org, row.id, { deleted_at: write.at })
  await auditNotification(write, 'notification_deleted', row, { number, name: row.name })
}

/**
 * Rotates the secret of a notification; the one before keeps signing for a day.
 * @throws Problem 404
 */
export async function rotateSecret(
  write: UnitOfWork,
  secrets: Secrets,
  number: number,
): Promise<string> {
  const { org, at } = write
  const row = requireNotification(await lockNotification(org, { number }))
  const secret = newSigning()
  const before = revealSigning(secrets, org.orgId, row.id, row.secret)
  await updateNotification(org, row.id, {
    secret: sealSigning(secrets, org.orgId, row.id, secret),
    previous_secret: before === null ? null : row.secret,
    previous_until: before === null ? null : at + secretGrace,
  })
  await auditNotification(write, 'notification_secret_rotated', row, { number, name: row.name })
  return secret
}

async function requireFreshNotification(
  write: UnitOfWork,
  secrets: Secrets,
  row: NotificationRow | undefined,
): Promise<void> {
  const current = async () =>
    row ? ((await readNotifications({ org: write.org, secrets }, [row], true))[0] ?? null) : null
  await requireFresh(write, current, editedPart)
}

/** Ids of environments by name; those archived since they were named may stay. */
export async function environmentsNamed(
  { org, orgName }: OrgScope,
  names: readonly string[],
  watched: readonly { id: string }[],
): Promise<string[]> {
  const wanted = [...new Set(names)]
  const rows = await listEnvironmentsNamed(org, wanted)
  const found = new Map(rows.map((row) => [row.name, row]))
  const refusals = names.flatMap((name, index) => {
    const row = found.get(name)
    const path = ['environments', index]
    if (!row) {
      const reason = `Environment named '${name}' does not exist for organization '${orgName}'`
      return [{ path, reason, input: name }]
    }
    if (row.archived_at === null || watched.some(({ id }) => id === row.id)) return []
    return [{ path, reason: 'Environment has been archived', input: name }]
  })
  if (refusals.length > 0) throw validationProblem(refusals)
  return wanted.flatMap((name) => found.get(name)?.id ?? [])
}

/** Audit body of a call: webhooks without their secret parts. */
function auditBody({ name, environments, triggers, targets, own }: NotificationChange): object {
  const masked = targets.map(({ type, address }) =>
    'webhook' in address ? { type, webhook: maskedUrl(address.webhook) } : { type, ...address },
  )
  return { name, environments, triggers, targets: masked, ...own }
}

/** Appends the audit entry of an accepted write to a notification. */
export function auditNotification(
  write: UnitOfWork,
  kind: AuditKind,
  { name, number }: { name: string; number: number },
  body: object,
): Promise<void> {
  return appendAuditEntry(write, {
    kind,
    subject: { notification: name, notification_number: String(number) },
    body,
  })
}
