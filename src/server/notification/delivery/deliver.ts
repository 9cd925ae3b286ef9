import { outcomeOf, maxBackoffSeconds, probeAfter } from '#domain/notification/delivery-schedule.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Reply } from '#server/egress/http-client.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { decryptAddress, signingOf } from '#server/notification/target-address.ts'
import { type DueDelivery, nextDeliveries, saveAttempt } from './queries.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import { type Emphasis, unreadable } from './senders/message.ts'
import type { Senders } from './senders/index.ts'

/** Dependencies of sending deliveries. */
export interface DeliveryContext {
  secrets: Secrets
  senders: Senders
  clock: Clock
  /** Called after each attempt that failed. */
  onFailed(): void
}

/** Milliseconds after which due deliveries are read again. */
const rereadAfterMs = 1000

/**
 * Sends the next due messages to a leased target, one after the other, up to the first that fails.
 * @returns whether there was one
 */
export async function deliverNext(
  context: DeliveryContext,
  org: OrgDatabase,
  { targetId, lease }: { targetId: string; lease: string },
): Promise<boolean> {
  const began = performance.now()
  const due = await nextDeliveries(org, targetId, context.clock(), lease)
  let failures_in_a_row = due[0]?.failures_in_a_row ?? 0
  for (const delivery of due) {
    if (!(await deliver(context, org, { ...delivery, failures_in_a_row }))) break
    failures_in_a_row = 0
    if (performance.now() - began > rereadAfterMs) break
  }
  return due.length > 0
}

/** Sends a message once. @returns whether it was delivered */
async function deliver(
  { secrets, senders, clock, onFailed }: DeliveryContext,
  org: OrgDatabase,
  delivery: DueDelivery,
): Promise<boolean> {
  const at = clock()
  const began = performance.now()
  const reply = await send({ secrets, senders }, org, delivery, at)
  const duration_ms = Math.round(performance.now() - began)
  const isPartial = reply.status === null && reply.isPartial === true
  const result = {
    status: reply.status,
    retryAfter: reply.status === null ? null : reply.retryAfter,
    isPartial,
  }
  const now = clock()
  const outcome = outcomeOf(result, delivery.attempt_count + 1, now, Math.random())
  // A server that takes a mail for some is no reason to let the next ones wait.
  const failures = outcome.state === 'delivered' || isPartial ? 0 : delivery.failures_in_a_row + 1
  await saveAttempt(org, {
    delivery,
    attempt: {
      at,
      duration_ms,
      status: reply.status,
      response: reply.status === null ? null : reply.text,
      error: reply.status === null ? reply.error : null,
    },
    state: outcome.state,
    nextAt: outcome.state === 'waiting' ? outcome.nextAt : null,
    isGone: outcome.state === 'failed' && outcome.isGone,
    failures,
    probeAt: probeAfter(failures, now),
    givenUpBefore: now - maxBackoffSeconds,
  })
  const isDelivered = outcome.state === 'delivered'
  if (!isDelivered) onFailed()
  return isDelivered
}

async function send(
  { secrets, senders }: Pick<DeliveryContext, 'secrets' | 'senders'>,
  org: OrgDatabase,
  delivery: DueDelivery,
  now: number,
): Promise<Reply> {
  const { notification_id, target_id, address: encrypted } = delivery
  const address = decryptAddress(secrets, org.orgId, { id: target_id, address: encrypted })
  if (address === null || delivery.payload === null) return unreadable
  const emphasis: Emphasis = delivery.kind === 'again' ? 'again' : null
  const message = {
    id: delivery.message_id,
    thread: threadOf(delivery),
    emphasis,
    address,
    secrets: signingOf(secrets, org.orgId, { ...delivery, id: notification_id }, now),
    payload: delivery.payload as Payload,
    now,
  }
  try {
    return await senders[delivery.type].send(message)
  } catch (error) {
    // After any error the attempt failed, and others wait behind it.
    return { status: null, error: (error as Error).message }
  }
}

/** Thread of mails: the environment, or the notification of a digest. */
const threadOf = ({ environment_id, notification_id }: DueDelivery) =>
  environment_id === null ? `notification-${notification_id}` : `environment-${environment_id}`
