import { isDeepStrictEqual } from 'node:util'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { EnvironmentSelector } from '#contract/notification/notification-page.ts'
import type { Digest, Trigger } from '#contract/notification/notification-types.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { listEnvironmentsNamed } from '#server/environment/queries.ts'
import { notFound, validationProblem, fieldProblem } from '#server/platform/problem.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { monotonicNow } from '#server/unit-of-work/instant-after.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { editedPart, readNotifications } from './load-notifications.ts'
import type { TargetChange } from './parse-targets.ts'
import {
  changeNotification,
  insertNotification,
  listWatched,
  lockNotification,
  type NotificationRow,
  replaceWatches,
  updateNotification,
  dropWaiting,
  listTargetRows,
} from './queries.ts'
import { replaceTargets } from './replace-targets.ts'
import { maskedUrl, newSigning, revealSigning, sealSigning } from './target-address.ts'
import { environmentsOf, silentTriggers, refreshWatchesAfterCommit } from './watch-environments.ts'

/** Seconds for which a secret signs on after its rotation. */
const secretGrace = 24 * 3600

/** A notification as it was sent, its targets found to be in order. */
export interface NotificationChange {
  name: string
  environments: string[]
  triggers: Trigger[]
  targets: TargetChange[]
  /** What only our own form says; a call that does not say it leaves it as it is. */
  own?: { selector: EnvironmentSelector | null; digest: Digest; merge_seconds: number }
}

/** Says that a notification that was looked for is there. @throws Problem 404 */
export function requireNotification<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('action not found')
  return row
}

/** The number of a notification in a path. @throws Problem 404 for what is no number */
export function numberFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('action not found')
  return Number(text)
}

/**
 * Creates a notification, or changes the one of its name or number. A call that changes nothing
 * leaves no trace.
 * @throws Problem 404 for an unknown number, 400 for unknown environments or a name in use
 */
export async function putNotification(
  write: UnitOfWork,
  secrets: Secrets,
  asked: NotificationChange,
  by: { name: string } | { number: number } | 'new',
): Promise<number> {
  const { org, actor } = write
  const found = await lockNotification(org, by === 'new' ? { name: asked.name } : by)
  if (by === 'new' && found) throw nameTaken(asked.name)
  const existing = typeof by === 'object' && 'number' in by ? requireNotification(found) : found
  await requireFreshNotification(write, secrets, existing)
  const watched = existing ? await listWatched(org, [existing.id]) : []
  const namedIds = await environmentsNamed(write, asked.environments, watched)
  const own = ownOf(asked, existing, namedIds, watched)
  const triggers = [...new Set(asked.triggers)]
  const environments = own.isKept
    ? watched.map(({ id, is_named }) => ({ id, is_named }))
    : await environmentsOf(org, namedIds, own.selector)
  const watches = { environments, triggers, silent: silentTriggers(triggers, own.merge_seconds) }
  const fields = {
    name: asked.name,
    triggers: JSON.stringify(triggers),
    selector: own.selector && JSON.stringify(own.selector),
    digest: own.digest,
    merge_seconds: own.merge_seconds,
  }
  if (existing) {
    const shown = watched.map(({ id, is_named }) => ({ id, is_named }))
    const targets = await listTargetRows(org, [existing.id])
    const changed = await replaceTargets(write, secrets, existing.id, targets, asked.targets)
    const isSame =
      !changed &&
      existing.name === asked.name &&
      isDeepStrictEqual(existing.triggers, triggers) &&
      isDeepStrictEqual(existing.selector, own.selector) &&
      existing.digest === own.digest &&
      existing.merge_seconds === own.merge_seconds &&
      isDeepStrictEqual(shown, environments)
    if (isSame) return existing.number
    const now = monotonicNow(write, existing.last_modified_at)
    const isFree = await changeNotification(org, existing.id, {
      ...fields,
      last_modified_at: now.at,
      last_modified_by: actor.name,
    })
    if (!isFree) throw nameTaken(asked.name)
    await replaceWatches(org, existing.id, watches)
    if (own.selector !== null) await refreshWatchesAfterCommit(org)
    await auditNotification(now, 'notification_updated', existing, recorded(asked))
    return existing.number
  }
  const id = write.newId()
  const made = await insertNotification(org, {
    id,
    ...fields,
    secret: sealSigning(secrets, org.orgId, id, newSigning()),
    created_at: write.at,
    created_by: actor.name,
    last_modified_at: write.at,
    last_modified_by: actor.name,
  })
  // Somebody else created it, or took its number, between the look and the insert.
  if (made === null) return putNotification(write, secrets, asked, by)
  await replaceWatches(org, id, watches)
  if (own.selector !== null) await refreshWatchesAfterCommit(org)
  await replaceTargets(write, secrets, id, [], asked.targets)
  await auditNotification(
    write,
    'notification_created',
    { name: asked.name, number: made },
    recorded(asked),
  )
  return made
}

const nameTaken = (name: string) => fieldProblem('name', 'Another notification has this name', name)

/**
 * What a call means by what it does not say: whoever sends back the environments that are watched
 * now keeps the selector; other ones take its place.
 */
function ownOf(
  { own }: NotificationChange,
  existing: NotificationRow | undefined,
  namedIds: readonly string[],
  watched: readonly { id: string }[],
) {
  if (own) return { ...own, isKept: false }
  const { selector = null, digest = 'none', merge_seconds = 0 } = existing ?? {}
  const isKept =
    selector !== null &&
    namedIds.length === watched.length &&
    watched.every(({ id }) => namedIds.includes(id))
  return { selector: isKept ? selector : null, digest, merge_seconds, isKept }
}

/** Deletes a notification: nobody is told any more. @throws Problem 404 */
export async function deleteNotification(
  write: UnitOfWork,
  secrets: Secrets,
  number: number,
): Promise<void> {
  const { org } = write
  const row = requireNotification(await lockNotification(org, { number }))
  await requireFreshNotification(write, secrets, row)
  const targets = await listTargetRows(org, [row.id])
  await dropWaiting(
    org,
    targets.map(({ id }) => id),
  )
  await replaceWatches(org, row.id, { environments: [], triggers: [], silent: [] })
  await updateNotification(org, row.id, { deleted_at: write.at })
  await auditNotification(write, 'notification_deleted', row, { number, name: row.name })
}

/** Gives a notification another secret; the one before signs on for a day. @throws Problem 404 */
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

/** Ids of environments by name; those that were archived since they were named may stay. */
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

/** What is kept of a call for ever: webhooks without their secret parts. */
function recorded({ name, environments, triggers, targets, own }: NotificationChange): object {
  const told = targets.map(({ type, address }) =>
    'webhook' in address ? { type, webhook: maskedUrl(address.webhook) } : { type, ...address },
  )
  return { name, environments, triggers, targets: told, ...own }
}

/** Keeps what was accepted about a notification. */
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
