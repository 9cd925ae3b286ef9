import type { NotificationDraft } from '#contract/notification-page.ts'
import type { OrgContext } from '../handler.ts'
import { revealAddress } from '../notification/address.ts'
import { findNotification, lockNotification, updateNotification } from '../notification/queries.ts'
import type { SavedTargets, TargetChange } from '../notification/read-request.ts'
import { listTargetRows } from '../notification/target-queries.ts'
import { refusedField } from '../problem.ts'
import { keepRecord, type NotificationChange, requireNotification } from './put-notification.ts'
import type { Write } from './write.ts'

/** Days for which a notification may be muted. */
const mostMuted = 90

/** Says what a draft watches. @throws Problem 400 where that is nothing */
export function requireWatching(draft: Pick<NotificationDraft, 'environments' | 'selector'>): void {
  if (draft.environments.length > 0 || draft.selector != null) return
  const reason = 'Name an environment, or say by tag, type or name which ones'
  throw refusedField('environments', reason, draft.environments)
}

/** A draft of the form as a change of a notification. @throws Problem 400 where it watches nothing */
export function draftOf(draft: NotificationDraft, targets: TargetChange[]): NotificationChange {
  requireWatching(draft)
  const { name, environments, selector, triggers, digest, merge_minutes } = draft
  const own = { selector: selector ?? null, digest, merge_seconds: merge_minutes * 60 }
  return { name, environments, triggers, targets, own }
}

/** Targets that a draft of a notification may name by id. @throws Problem 404 */
export async function savedTargets(
  { org, secrets }: Pick<OrgContext, 'org' | 'secrets'>,
  number: number,
): Promise<SavedTargets> {
  const { id } = requireNotification(await findNotification(org, number))
  const rows = await listTargetRows(org, [id])
  return new Map(
    rows.map((row) => [
      row.id,
      { type: row.type, address: revealAddress(secrets, org.orgId, row) },
    ]),
  )
}

/**
 * Has a notification tell nothing until an instant; what happens meanwhile is logged as muted.
 * @throws Problem 404, 400 for an instant that is past or far away
 */
export async function muteNotification(write: Write, number: number, until: number): Promise<void> {
  const { org, at, actor } = write
  const row = requireNotification(await lockNotification(org, { number }))
  if (until <= at) throw refusedField('until', 'The end should be in the future', until)
  if (until > at + mostMuted * 86_400) {
    throw refusedField('until', `The end should be within ${mostMuted} days`, until)
  }
  if (row.muted_until === until) return
  await updateNotification(org, row.id, { muted_until: until, muted_by: actor.name })
  await keepRecord(write, 'notification_muted', row, { number, name: row.name, until })
}

/** Has a notification tell again; repeating is fine. @throws Problem 404 */
export async function unmuteNotification(write: Write, number: number): Promise<void> {
  const { org, at } = write
  const row = requireNotification(await lockNotification(org, { number }))
  if (row.muted_until === null || row.muted_until <= at) return
  await updateNotification(org, row.id, { muted_until: null, muted_by: null })
  await keepRecord(write, 'notification_muted', row, { number, name: row.name, until: null })
}
