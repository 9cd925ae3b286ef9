import { everyDeliveryDay } from '#domain/delivery-days.ts'
import { numberFrom, requireNotification } from '../change/put-notification.ts'
import { redeliver } from '../change/redeliver.ts'
import { testSavedTargets } from '../change/test-targets.ts'
import { write } from '../change/write.ts'
import { Answer, type Handlers } from '../handler.ts'
import { notFound } from '../problem.ts'
import { windowOf } from '../window.ts'
import { countByDay, findDelivery, listDeliveryRows } from './log-queries.ts'
import { findNotification } from './queries.ts'
import { deliverySummary, readDelivery } from './read-deliveries.ts'

export const deliveryHandlers = {
  async listDeliveries(context, { params, query }) {
    const { org } = context
    const { id } = requireNotification(await findNotification(org, numberFrom(params.number)))
    const rows = await listDeliveryRows(org, id, {
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
  },

  async getDelivery(context, { params }) {
    const number = numberFrom(params.number)
    const { id } = requireNotification(await findNotification(context.org, number))
    const delivery = await readDelivery(context, id, params.delivery_id)
    if (!delivery) throw notFound(`Delivery '${params.delivery_id}' does not exist`)
    return delivery
  },

  async redeliver(context, { params }) {
    const number = numberFrom(params.number)
    const made = await write(context, (w) => redeliver(w, number, params.delivery_id))
    const { id } = requireNotification(await findNotification(context.org, number))
    const row = requireNotification(await findDelivery(context.org, id, made))
    return new Answer(201, deliverySummary(context, row))
  },

  async testNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    return { results: await testSavedTargets(context, number, body.target_id ?? null) }
  },

  async countDeliveryDays({ org, clock }, { query }) {
    const window = windowOf(query, clock(), { mostDays: 90 })
    const counts = await countByDay(org, window, query.number ?? null)
    return { ...window, days: everyDeliveryDay(window, counts) }
  },
} satisfies Partial<Handlers>
