import { countDays, totalOf } from '#domain/common/days.ts'
import { rankSlots } from '#domain/trail/slot-ranking.ts'
import { slotsOfTrail } from '#domain/trail/trail-slots.ts'
import { type StoredStatus, wholeStatus } from '#domain/trail/whole-status.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { readStatus } from './read-trail.ts'
import { countTrailDays, newestRecords, newestStatuses } from './statistics-queries.ts'

const maxDaysWindow = 400
const maxSlotsWindow = 90

/** A window as a query gives it. */
export interface WindowQuery {
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

const windowOf = (query: WindowQuery, now: number, maxDays: number) =>
  parseTimeWindow({ from: query.from_timestamp, to: query.to_timestamp }, now, {
    maxDays,
    byDay: true,
  })

/** The window in which slots are searched: 30 days unless a query says otherwise, 90 at most. */
export const slotsWindow = (query: WindowQuery, now: number) => windowOf(query, now, maxSlotsWindow)

const maxTrails = 500
const maxRecords = 10_000

/** Slots of a stored status; null for an invalid one. */
export function readSlots(context: OrgContext, { id, ...stored }: { id: string } & StoredStatus) {
  const status = readStatus(context, id, wholeStatus(stored))
  return status && slotsOfTrail(status)
}

export const statisticsHandlers = {
  async getFlowStatistics(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const window = windowOf(query, context.clock(), maxDaysWindow)
    const counts = await countTrailDays(context.org, { flowId: flow.id, ...window })
    const days = countDays(window, counts)
    return { from_timestamp: window.from, to_timestamp: window.to, totals: totalOf(days), days }
  },

  async listFlowSlots(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const window = slotsWindow(query, context.clock())
    const stretch = { flowId: flow.id, ...window }
    const [found, records] = await Promise.all([
      newestStatuses(context.org, stretch, maxTrails + 1),
      newestRecords(context.org, stretch, maxRecords + 1),
    ])
    const trails = found.slice(0, maxTrails).flatMap(({ name, created_at, ...stored }) => {
      const slots = readSlots(context, stored)
      return slots ? [{ name, created_at, slots }] : []
    })
    return {
      from_timestamp: window.from,
      to_timestamp: window.to,
      trails_considered: trails.length,
      is_partial: found.length > maxTrails || records.length > maxRecords,
      slots: rankSlots(trails, records.slice(0, maxRecords).reverse()),
    }
  },
} satisfies Partial<Handlers>
