import type { ProblemCode } from '#contract/common/problem.ts'
import { messageRetentionDays } from '#contract/notification/delivery.ts'
import { requireNotification } from '#server/notification/load-notifications.ts'
import { auditNotification } from '#server/notification/put-notification.ts'
import { lockNotification } from '#server/notification/queries.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { findDelivery, insertRequested } from './log-queries.ts'

/**
 * Sends a message again under its id, marked as such.
 * @returns the id of the new delivery
 * @throws Problem 404, 400 for one that can no longer be sent, or not yet
 */
export async function redeliver(
  write: UnitOfWork,
  number: number,
  deliveryId: string,
): Promise<string> {
  const { org, at, actor } = write
  // Nobody removes the target meanwhile.
  const row = requireNotification(await lockNotification(org, { number }))
  const original = await findDelivery(org, row.id, deliveryId)
  if (!original) throw notFound(`Delivery '${deliveryId}' does not exist`)
  const refusal = refusalOf(original)
  if (refusal !== null) throw refusal
  const id = write.newId()
  const { message_id, target_id, event_id, payload } = original
  await insertRequested(org, {
    id,
    message_id,
    kind: 'again',
    target_id,
    notification_id: row.id,
    event_id,
    number: original.number,
    state: 'waiting',
    attempt_count: 0,
    created_at: at,
    next_at: at,
    payload: event_id === null ? payload : null,
    requested_by: actor.name,
  })
  const body = { number, name: row.name, delivery_id: deliveryId, again_id: id }
  await auditNotification(write, 'notification_redelivered', row, body)
  return id
}

type Original = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

const refused = (code: ProblemCode, reason: string) => new Problem(400, reason, { code })

function refusalOf({ kind, state, payload, removed_at, disabled_at }: Original): Problem | null {
  if (kind === 'test') {
    return refused('not_deliverable', 'A test is not sent again: test the target')
  }
  if (removed_at !== null) {
    return refused('not_deliverable', 'The notification does not send to this target any more')
  }
  if (disabled_at !== null) {
    return refused('target_disabled', 'The target answered 410: edit or test it first')
  }
  if (['waiting', 'gathering', 'held'].includes(state)) {
    return refused('delivery_pending', 'The message waits to be sent')
  }
  if (payload !== null) return null
  const reason = `The message is no longer stored: messages are kept for ${messageRetentionDays} days`
  return refused('not_deliverable', reason)
}
