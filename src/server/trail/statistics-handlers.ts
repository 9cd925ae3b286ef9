import { complianceStatus } from '#contract/trail-state.ts'
import { countDays, totalOf } from '#domain/day-counts.ts'
import { rankSlots } from '#domain/slot-ranking.ts'
import { slotsOfTemplate, slotsOfTrail } from '#domain/trail-slots.ts'
import { flowOfPath } from '../change/path.ts'
import type { Handlers } from '../handler.ts'
import { pagination } from '../page.ts'
import { refusedField } from '../problem.ts'
import { findTemplate } from '../template/queries.ts'
import { windowOf } from '../window.ts'
import { commitOf } from './commit.ts'
import {
  countTrailDays,
  countTroubled,
  listStatusRows,
  newestRecords,
  newestStatuses,
  type SlotTrouble,
} from './statistics-queries.ts'

const longestOfDays = 400
const longestOfSlots = 90

interface Asked {
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

const windowAsked = (asked: Asked, now: number, mostDays: number) =>
  windowOf({ from: asked.from_timestamp, to: asked.to_timestamp }, now, {
    mostDays,
    field: 'from_timestamp',
  })
const mostTrails = 500
const mostRecords = 10_000

/** The slots of a stored status; null when it is not one, which must not break its list. */
function readSlots(stored: unknown) {
  const status = complianceStatus.safeParse(stored).data
  return status ? slotsOfTrail(status) : null
}

interface TroubleQuery {
  target?: string | null | undefined
  attestation_name?: string | null | undefined
  slot_state?: 'NON-COMPLIANT' | 'MISSING' | null | undefined
}

/** The slot that a query names, null when it names none. @throws Problem 400 */
function troubleOf({ target, attestation_name, slot_state }: TroubleQuery): SlotTrouble | null {
  if (target == null && attestation_name == null) {
    if (slot_state == null) return null
    throw refusedField('attestation_name', 'Field required with slot_state')
  }
  return {
    target: target ?? null,
    attestation_name: attestation_name ?? null,
    state: slot_state ?? null,
  }
}

export const statisticsHandlers = {
  async getFlowStatistics(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const window = windowAsked(query, context.clock(), longestOfDays)
    const counts = await countTrailDays(context.org, { flowId: flow.id, ...window })
    const days = countDays(window, counts)
    return { from_timestamp: window.from, to_timestamp: window.to, totals: totalOf(days), days }
  },

  async listFlowSlots(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const window = windowAsked(query, context.clock(), longestOfSlots)
    const stretch = { flowId: flow.id, ...window }
    const [found, records] = await Promise.all([
      newestStatuses(context.org, stretch, mostTrails + 1),
      newestRecords(context.org, stretch, mostRecords),
    ])
    const trails = found.slice(0, mostTrails).flatMap(({ name, created_at, status }) => {
      const slots = readSlots(status)
      return slots ? [{ name, created_at, slots }] : []
    })
    return {
      from_timestamp: window.from,
      to_timestamp: window.to,
      trails_considered: trails.length,
      is_partial: found.length > mostTrails || records.length >= mostRecords,
      slots: rankSlots(trails, records.reverse()),
    }
  },

  async getFlowMatrix(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const trouble = troubleOf(query)
    // Slots stand in no index: they are looked for in a window only.
    const window = trouble && windowAsked(query, context.clock(), longestOfSlots)
    const filters = {
      ...query,
      flowId: flow.id,
      ...(window && { from_timestamp: window.from, to_timestamp: window.to }),
    }
    const [template, rows, total] = await Promise.all([
      findTemplate(context.org, flow.template_id),
      listStatusRows(context.org, filters, trouble, query),
      countTroubled(context.org, filters, trouble),
    ])
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      compliance_state: row.state,
      git_commit_info: commitOf(row.git_commit_info),
      created_at: row.created_at,
      slots: readSlots(row.status),
    }))
    const expected = slotsOfTemplate(template.document)
    return { expected, data, pagination: pagination(total, query) }
  },
} satisfies Partial<Handlers>
