import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { pagination } from '#contract/common/pagination.ts'
import { filledSlot, slot, slotRank } from '#contract/trail/slot.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { matrixQuery, trailListItem } from '#contract/trail/trail.ts'

const window = { from_timestamp: maybe(timestamp), to_timestamp: maybe(timestamp) }

const counts = { compliant: z.int(), non_compliant: z.int(), incomplete: z.int() }

/** Numbers of trails that began on one UTC day, by their present verdict. */
export const dayCounts = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  ...counts,
})
export type DayCounts = z.output<typeof dayCounts>

export const flowStatistics = z.object({
  from_timestamp: timestamp,
  to_timestamp: timestamp,
  totals: z.object(counts),
  days: z.array(dayCounts),
})
export type FlowStatistics = z.output<typeof flowStatistics>

export const getFlowStatistics = endpoint({
  name: 'getFlowStatistics',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/statistics',
  access: 'reader',
  query: z.object(window),
  response: flowStatistics,
})

export const flowSlots = z.object({
  from_timestamp: timestamp,
  to_timestamp: timestamp,
  /** Number of trails that were read, the newest of the window. */
  trails_considered: z.int(),
  /** Whether the window holds more trails or attestations than were read. */
  is_partial: z.boolean(),
  slots: z.array(slotRank),
})
export type FlowSlots = z.output<typeof flowSlots>

export const listFlowSlots = endpoint({
  name: 'listFlowSlots',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/slots',
  access: 'reader',
  query: z.object(window),
  response: flowSlots,
})

/** A trail with its slots; null where their stored form cannot be read. */
export const matrixTrail = z.extend(
  z.pick(trailListItem, {
    id: true,
    name: true,
    compliance_state: true,
    override_count: true,
    expired: true,
    nothing_expected: true,
    git_commit_info: true,
    created_at: true,
  }),
  { slots: z.nullable(z.array(filledSlot)) },
)
export type MatrixTrail = z.output<typeof matrixTrail>

export const flowMatrix = z.object({
  /** Slots of the flow's template, in its order. */
  expected: z.array(slot),
  data: z.array(matrixTrail),
  pagination,
})

export const getFlowMatrix = endpoint({
  name: 'getFlowMatrix',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/matrix',
  access: 'reader',
  query: matrixQuery,
  response: flowMatrix,
})

export const exportFlowMatrix = endpoint({
  name: 'exportFlowMatrix',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/matrix',
  access: 'reader',
  query: z.extend(z.omit(matrixQuery, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const flowStatisticsTexts = {
  getFlowStatistics: {
    summary: "Count a flow's trails by day and verdict: 30 days up to now, or a window to 400 days",
    description:
      'Returns the number of trails by day of their beginning and by present status, with totals. Of a longer window the last 400 days are counted.',
  },
  listFlowSlots: {
    summary: "Rank a flow's slots by failures: 30 days up to now, or a window to 90 days",
    description:
      'Returns each slot of the template with how many trails it fails in or is missing from, and the median time until it was repaired. The newest 500 trails and 10,000 attestations are looked at (`is_partial` where there are more); of a longer window the last 90 days.',
  },
  getFlowMatrix: {
    summary:
      "List a flow's trails with the state of every slot, newest first; one slot: of 90 days at most",
    description:
      'Returns one page of trails; each cell says whether the slot is compliant, non-compliant or missing, and names the attestation. `attestation_name`, `target` and `slot_state` select trails by one slot that is non-compliant or missing: of the last 30 days, or of a window of at most 90.',
  },
  exportFlowMatrix: {
    summary: "Export a flow's trails with the state of every slot, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each trail, newest first. CSV has a column for each slot of the template, and one that names all others; the other formats have the rows of the matrix. Trails that begin after the call are left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts
