import { fateOf } from '#domain/delivery-schedule.ts'
import type { Clock } from '../clock.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Reply } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets.ts'
import { revealAddress, revealSigning } from './address.ts'
import { type DueDelivery, nextDelivery, saveAttempt } from './delivery-queries.ts'
import type { Payload } from './payload.ts'
import { unreadable } from './targets/message.ts'
import type { Senders } from './targets/index.ts'

/** Seconds for which a target is taken: longer than any attempt lasts. */
export const leaseFor = 30

/** What deliveries are sent with. */
export interface Post {
  secrets: Secrets
  senders: Senders
  clock: Clock
}

/** Sends the next message that is due to a target which is taken. @returns whether there was one */
export async function deliverNext(
  { secrets, senders, clock }: Post,
  org: OrgDatabase,
  { targetId, lease }: { targetId: string; lease: string },
): Promise<boolean> {
  const delivery = await nextDelivery(org, targetId, clock(), lease)
  if (!delivery) return false
  const at = clock()
  const began = performance.now()
  const reply = await send({ secrets, senders }, org, delivery, at)
  const duration_ms = Math.round(performance.now() - began)
  const outcome = {
    status: reply.status,
    retryAfter: reply.status === null ? null : reply.retryAfter,
  }
  const fate = fateOf(outcome, delivery.attempt_count + 1, clock(), Math.random())
  await saveAttempt(
    org,
    {
      delivery,
      attempt: {
        at,
        duration_ms,
        status: reply.status,
        response: reply.status === null ? null : reply.text,
        error: reply.status === null ? reply.error : null,
      },
      state: fate.state,
      nextAt: fate.state === 'waiting' ? fate.nextAt : null,
      isGone: fate.state === 'failed' && fate.isGone,
    },
    { lease, until: clock() + leaseFor },
  )
  return true
}

async function send(
  { secrets, senders }: Omit<Post, 'clock'>,
  org: OrgDatabase,
  delivery: DueDelivery,
  now: number,
): Promise<Reply> {
  const { notification_id, target_id, address: sealed } = delivery
  const address = revealAddress(secrets, org.orgId, { id: target_id, address: sealed })
  if (address === null || delivery.payload === null) return unreadable
  const isInGrace = (delivery.previous_until ?? 0) > now
  const signing = [delivery.secret, ...(isInGrace ? [delivery.previous_secret] : [])]
  const message = {
    delivery,
    address,
    secrets: signing.flatMap((one) =>
      one ? (revealSigning(secrets, org.orgId, notification_id, one) ?? []) : [],
    ),
    payload: delivery.payload as Payload,
    now,
  }
  return senders[delivery.type](message)
}
