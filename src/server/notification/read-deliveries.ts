import type { Delivery, DeliverySummary } from '#contract/notification-delivery.ts'
import type { OrgContext } from '../handler.ts'
import { maskedUrl, revealAddress } from './address.ts'
import { type DeliveryRow, findDelivery, listAttempts } from './log-queries.ts'
import type { Payload } from './payload.ts'
import { labelOf } from './summary.ts'

type Context = Pick<OrgContext, 'org' | 'secrets' | 'senders'>

/** A delivery as the log shows it. */
export function deliverySummary(
  { org, secrets }: Pick<Context, 'org' | 'secrets'>,
  row: DeliveryRow,
): DeliverySummary {
  const { target_id, address, context, type, trigger, recorded_at } = row
  const shown = revealAddress(secrets, org.orgId, { id: target_id, address })
  return {
    delivery_id: row.id,
    message_id: row.message_id,
    kind: row.kind,
    state: row.state === 'gathering' ? 'waiting' : row.state,
    target: {
      target_id,
      type,
      label: labelOf(shown, context),
      is_removed: row.removed_at !== null,
    },
    event:
      trigger === null || recorded_at === null
        ? null
        : {
            trigger,
            environment: row.environment ?? '',
            snapshot_index: row.snapshot_index,
            artifact_name: row.name,
            fingerprint: row.fingerprint,
            at: recorded_at,
          },
    event_count: row.event_count,
    requested_by: row.requested_by,
    created_at: row.created_at,
    attempt_count: row.attempt_count,
    next_at: row.next_at,
    last_attempt: row.last_attempt,
  }
}

/** A delivery with what was sent; undefined for one that is unknown. */
export async function readDelivery(
  context: Context,
  notificationId: string,
  id: string,
): Promise<Delivery | undefined> {
  const { org, secrets, senders } = context
  const row = await findDelivery(org, notificationId, id)
  if (!row) return undefined
  const { type, target_id, address, kind } = row
  const place = revealAddress(secrets, org.orgId, { id: target_id, address })
  const mark = kind === 'again' || kind === 'test' ? kind : null
  return {
    ...deliverySummary(context, row),
    request: row.payload && {
      url: place && 'webhook' in place ? maskedUrl(place.webhook) : null,
      rendering: senders[type].render(row.payload as Payload, mark),
    },
    is_kept: row.payload !== null || row.state === 'gathering',
    attempts: await listAttempts(org, id),
  }
}
