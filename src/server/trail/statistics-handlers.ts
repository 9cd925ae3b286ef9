import type { FilledSlot } from '#contract/trail/slot.ts'
import { complianceStatus } from '#contract/verdict/compliance-status.ts'
import { countDays, totalOf } from '#domain/common/days.ts'
import { rankSlots } from '#domain/trail/slot-ranking.ts'
import { slotsOfTemplate, slotsOfTrail } from '#domain/trail/trail-slots.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { findTemplate } from '#server/template/queries.ts'
import { expiredAges, readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { commitOf } from './read-trail.ts'
import {
  countTrailDays,
  countTroubled,
  listStatusRows,
  newestRecords,
  newestStatuses,
  type SlotTrouble,
} from './statistics-queries.ts'

const maxDaysWindow = 400
const maxSlotsWindow = 90

interface WindowQuery {
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

const windowOf = (query: WindowQuery, now: number, maxDays: number) =>
  parseTimeWindow({ from: query.from_timestamp, to: query.to_timestamp }, now, {
    maxDays,
    byDay: true,
  })
const maxTrails = 500
const maxRecords = 10_000

/** Slots of a stored status; null for an invalid one, which must not break its list. */
function readSlots(stored: unknown) {
  const status = complianceStatus.safeParse(stored).data
  return status ? slotsOfTrail(status) : null
}

interface TroubleQuery {
  target?: string | null | undefined
  attestation_name?: string | null | undefined
  slot_state?: 'NON-COMPLIANT' | 'MISSING' | null | undefined
}

/** The slot of a query, null without one. @throws Problem 400 */
function troubleOf({ target, attestation_name, slot_state }: TroubleQuery): SlotTrouble | null {
  if (target == null && attestation_name == null) {
    if (slot_state == null) return null
    throw fieldProblem('attestation_name', 'Field required with slot_state')
  }
  return {
    target: target ?? null,
    attestation_name: attestation_name ?? null,
    state: slot_state ?? null,
  }
}

/** Adds the age of evidence that has expired to the slots of trails; an override has none. */
async function addAges({ org, clock }: OrgContext, trails: { slots: FilledSlot[] | null }[]) {
  const slots = trails.flatMap((trail) => trail.slots ?? []).filter((slot) => !slot.is_override)
  const ids = slots.flatMap((slot) => slot.attestation_id ?? [])
  const ages = await expiredAges(org, ids, await evidenceLimits(org, clock()))
  for (const slot of slots) {
    const age = ages.get(slot.attestation_id ?? '')
    if (age) slot.expired = { age_days: age.age_days, allowed_days: age.allowed_days }
  }
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
    const window = windowOf(query, context.clock(), maxSlotsWindow)
    const stretch = { flowId: flow.id, ...window }
    const [found, records] = await Promise.all([
      newestStatuses(context.org, stretch, maxTrails + 1),
      newestRecords(context.org, stretch, maxRecords),
    ])
    const trails = found.slice(0, maxTrails).flatMap(({ name, created_at, status }) => {
      const slots = readSlots(status)
      return slots ? [{ name, created_at, slots }] : []
    })
    return {
      from_timestamp: window.from,
      to_timestamp: window.to,
      trails_considered: trails.length,
      is_partial: found.length > maxTrails || records.length >= maxRecords,
      slots: rankSlots(trails, records.reverse()),
    }
  },

  async getFlowMatrix(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const trouble = troubleOf(query)
    // Slots are not indexed: they are searched in a window only.
    const window = trouble && windowOf(query, context.clock(), maxSlotsWindow)
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
    const expiredOf = await readExpiredOfTrails(
      context,
      rows.map(({ id }) => id),
    )
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      compliance_state: row.state,
      override_count: row.override_count,
      expired: expiredOf(row.id),
      nothing_expected: row.nothing_expected,
      git_commit_info: commitOf(row.git_commit_info),
      created_at: row.created_at,
      slots: readSlots(row.status),
    }))
    await addAges(context, data)
    const expected = slotsOfTemplate(template.document)
    return { expected, data, pagination: pagination(total, query) }
  },
} satisfies Partial<Handlers>
