import type { QueryOf } from '#contract/common/endpoint.ts'
import type { DeliverySummary, Delivery, listDeliveries } from '#contract/notification/delivery.ts'
import { everyDeliveryDay } from '#domain/notification/delivery-schedule.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import { labelOf } from '#server/notification/load-summaries.ts'
import { testSavedTargets } from '#server/notification/preview/test-targets.ts'
import {
  notificationOf,
  notificationOfPath,
  numberFrom,
  requireNotification,
} from '#server/notification/load-notifications.ts'
import { decryptAddress, maskedUrl } from '#server/notification/target-address.ts'
import { notFound } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveryRows,
  countByDay,
} from './log-queries.ts'
import { redeliver } from './redeliver.ts'

type Context = Pick<OrgContext, 'org' | 'secrets' | 'senders'>

/** Serializes a delivery for the log. */
function deliverySummary(
  { org, secrets }: Pick<Context, 'org' | 'secrets'>,
  row: DeliveryRow,
): DeliverySummary {
  const { target_id, address, context, type, trigger, recorded_at } = row
  const shown = decryptAddress(secrets, org.orgId, { id: target_id, address })
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

/** Reads a delivery with its message; undefined if unknown. */
async function readDelivery(
  context: Context,
  notificationId: string,
  id: string,
): Promise<Delivery | undefined> {
  const { org, secrets, senders } = context
  const row = await findDelivery(org, notificationId, id)
  if (!row) return undefined
  const { type, target_id, address, kind } = row
  const revealed = decryptAddress(secrets, org.orgId, { id: target_id, address })
  const emphasis = kind === 'again' || kind === 'test' ? kind : null
  return {
    ...deliverySummary(context, row),
    request: row.payload && {
      url: revealed && 'webhook' in revealed ? maskedUrl(revealed.webhook) : null,
      rendering: senders[type].render(row.payload as Payload, emphasis),
    },
    is_kept: row.payload !== null || row.state === 'gathering',
    attempts: await listAttempts(org, id),
  }
}

/** Reads deliveries of a notification, the newest first, and where the next ones begin. */
async function pageOfDeliveries(
  context: Context,
  notificationId: string,
  query: QueryOf<typeof listDeliveries>,
) {
  const rows = await listDeliveryRows(context.org, notificationId, {
    states: query.state ?? [],
    targetIds: query.target_id ?? [],
    from: query.from ?? null,
    to: query.to ?? null,
    before: query.before ?? null,
    limit: query.per_page + 1,
  })
  const shown = rows.slice(0, query.per_page)
  return {
    deliveries: shown.map((row) => deliverySummary(context, row)),
    older: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Deliveries read at once for an export. */
const batch = 500

const deliveryColumns: Columns<DeliverySummary> = {
  created_at: ({ created_at }) => isoTime(created_at),
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  target_type: ({ target }) => target.type,
  target: ({ target }) => target.label,
  trigger: ({ event }) => event && event.trigger,
  environment: ({ event }) => event && event.environment,
  snapshot: ({ event }) => event && event.snapshot_index,
  artifact: ({ event }) => event && event.artifact_name,
  events: ({ event_count }) => event_count,
  requested_by: ({ requested_by }) => requested_by,
  attempts: ({ attempt_count }) => attempt_count,
  last_attempt_at: ({ last_attempt }) => last_attempt && isoTime(last_attempt.at),
  last_status: ({ last_attempt }) => last_attempt && last_attempt.status,
  last_error: ({ last_attempt }) => last_attempt && last_attempt.error,
  message_id: ({ message_id }) => message_id,
}

export const deliveryHandlers = {
  async listDeliveries(context, { params, query }) {
    const { id } = await notificationOfPath(context, params.number)
    return pageOfDeliveries(context, id, query)
  },

  async exportDeliveries(context, { params, query }) {
    const { id, number } = await notificationOfPath(context, params.number)
    const { format: _, ...filters } = query
    async function* read(asOf: number) {
      const to = Math.min(query.to ?? asOf, asOf)
      for (let before: string | null | undefined; before !== null;) {
        const pageQuery = { ...filters, to, before, per_page: batch }
        const { deliveries, older } = await pageOfDeliveries(context, id, pageQuery)
        yield deliveries
        before = older
      }
    }
    const pageQuery = { number, ...query }
    return exportAnswer(context, {
      list: 'deliveries',
      query: pageQuery,
      columns: deliveryColumns,
      read,
    })
  },

  async getDelivery(context, { params }) {
    const { id } = await notificationOfPath(context, params.number)
    const delivery = await readDelivery(context, id, params.delivery_id)
    if (!delivery) throw notFound(`Delivery '${params.delivery_id}' does not exist`)
    return delivery
  },

  async redeliver(context, { params }) {
    const number = numberFrom(params.number)
    const made = await inUnitOfWork(context, (w) => redeliver(w, number, params.delivery_id))
    const { id } = await notificationOf(context, number)
    const row = requireNotification(await findDelivery(context.org, id, made))
    return new Answer(201, deliverySummary(context, row))
  },

  async testNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    return { results: await testSavedTargets(context, number, body.target_id ?? null) }
  },

  async countDeliveryDays({ org, clock }, { query }) {
    const window = parseTimeWindow(query, clock(), { maxDays: 90, byDay: true })
    const counts = await countByDay(org, window, query.number ?? null)
    return { ...window, days: everyDeliveryDay(window, counts) }
  },
} satisfies Partial<Handlers>
