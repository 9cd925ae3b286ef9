import type { NotificationDraft } from '#contract/notification/notification-page.ts'
import { daySeconds } from '#domain/common/days.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { notificationOf, requireNotification } from './load-notifications.ts'
import type { SavedTargets, TargetChange } from './parse-targets.ts'
import { auditNotification, type NotificationChange } from './put-notification.ts'
import { lockNotification, updateNotification, listTargetRows } from './queries.ts'
import { decryptAddress } from './target-address.ts'

/** Days for which a notification may be muted. */
const maxMuted = 90

/** Requires a draft to watch something. @throws Problem 400 */
export function requireWatching(draft: Pick<NotificationDraft, 'environments' | 'selector'>): void {
  if (draft.environments.length > 0 || draft.selector != null) return
  const reason = 'Name an environment, or say by tag, type or name which ones'
  throw fieldProblem('environments', reason, draft.environments)
}

/**
 * Converts a draft of the form to a change of a notification.
 * @throws Problem 400 if it watches nothing
 */
export function draftOf(draft: NotificationDraft, targets: TargetChange[]): NotificationChange {
  requireWatching(draft)
  const { name, environments, selector, triggers, digest, merge_minutes } = draft
  const own = { selector: selector ?? null, digest, merge_seconds: merge_minutes * 60 }
  return { name, environments, triggers, targets, own }
}

/** Finds targets that a draft of a notification may name by id. @throws Problem 404 */
export async function savedTargets(
  { org, secrets }: Pick<OrgContext, 'org' | 'secrets'>,
  number: number,
): Promise<SavedTargets> {
  const { id } = await notificationOf({ org }, number)
  const rows = await listTargetRows(org, [id])
  return new Map(
    rows.map((row) => [
      row.id,
      { type: row.type, address: decryptAddress(secrets, org.orgId, row) },
    ]),
  )
}

/**
 * Mutes a notification until an instant; events meanwhile are logged as muted.
 * @throws Problem 404, 400 for an instant in the past or too far away
 */
export async function muteNotification(
  write: UnitOfWork,
  number: number,
  until: number,
): Promise<void> {
  const { org, at, actor } = write
  const row = requireNotification(await lockNotification(org, { number }))
  if (until <= at) throw fieldProblem('until', 'The end should be in the future', until)
  if (until > at + maxMuted * daySeconds) {
    throw fieldProblem('until', `The end should be within ${maxMuted} days`, until)
  }
  if (row.muted_until === until) return
  await updateNotification(org, row.id, { muted_until: until, muted_by: actor.name })
  await auditNotification(write, 'notification_muted', row, { number, name: row.name, until })
}

/** Unmutes a notification; repeating is fine. @throws Problem 404 */
export async function unmuteNotification(write: UnitOfWork, number: number): Promise<void> {
  const { org, at } = write
  const row = requireNotification(await lockNotification(org, { number }))
  if (row.muted_until === null || row.muted_until <= at) return
  await updateNotification(org, row.id, { muted_until: null, muted_by: null })
  await auditNotification(write, 'notification_unmuted', row, { number, name: row.name })
}
