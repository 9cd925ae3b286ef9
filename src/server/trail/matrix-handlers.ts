import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { slotKey, slotsOfTemplate } from '#domain/trail/trail-slots.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { findTemplate } from '#server/template/queries.ts'
import { expiredAges, readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { commitOf } from './read-trail.ts'
import { type WindowQuery, readSlots, slotsWindow } from './statistics-handlers.ts'
import { type SlotTrouble, countTroubled, listStatusRows } from './statistics-queries.ts'

/** Heading of a slot, unlike that of any other column: "trail: review", "artifact api: scan". */
const headingOf = ({ target, attestation_name }: Pick<Slot, 'target' | 'attestation_name'>) =>
  [target === null ? 'trail' : `artifact ${target}`, attestation_name]
    .filter((part) => part !== null)
    .join(': ')

const stateOf = ({ state, overridden, expired }: FilledSlot) =>
  [state, overridden && 'by override', expired && 'on expired evidence'].filter(Boolean).join(' ')

/**
 * Columns of the matrix of a flow as CSV: one for each slot of its template, blank where the trail
 * does not have it, and one for all other slots of a trail.
 */
function matrixColumns(expected: readonly Slot[]): Columns<MatrixTrail> {
  const known = new Set(expected.map(slotKey))
  const slots = expected.map((slot): [string, Columns<MatrixTrail>[string]] => [
    headingOf(slot),
    (trail) => {
      const filled = trail.slots?.find((one) => slotKey(one) === slotKey(slot))
      return filled ? stateOf(filled) : null
    },
  ])
  return {
    name: (trail) => trail.name,
    compliance_state: (trail) => trail.compliance_state,
    created_at: (trail) => isoTime(trail.created_at),
    commit: (trail) => trail.git_commit_info?.sha1 ?? null,
    commit_author: (trail) => trail.git_commit_info?.author ?? null,
    override_count: (trail) => trail.override_count,
    evidence_expired: (trail) => trail.expired.join(' '),
    nothing_expected: (trail) => trail.nothing_expected,
    ...Object.fromEntries(slots),
    other_slots: (trail) =>
      (trail.slots ?? [])
        .filter((one) => !known.has(slotKey(one)))
        .map((one) => `${headingOf(one)} ${stateOf(one)}`)
        .join('; '),
    id: (trail) => trail.id,
  }
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

/** The slot of a query, and its window: slots are not indexed, and searched in one only. */
function narrowingOf(query: TroubleQuery & WindowQuery, now: number) {
  const trouble = troubleOf(query)
  if (!trouble) return { trouble, window: {} }
  const { from, to } = slotsWindow(query, now)
  return { trouble, window: { from_timestamp: from, to_timestamp: to } }
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

type StatusRow = Awaited<ReturnType<typeof listStatusRows>>[number]

async function matrixTrails(context: OrgContext, rows: StatusRow[]): Promise<MatrixTrail[]> {
  const expiredOf = await readExpiredOfTrails(
    context,
    rows.map(({ id }) => id),
  )
  const trails = rows.map((row) => ({
    id: row.id,
    name: row.name,
    compliance_state: row.state,
    override_count: row.override_count,
    expired: expiredOf(row.id),
    nothing_expected: row.nothing_expected,
    git_commit_info: commitOf(row.git_commit_info),
    created_at: row.created_at,
    slots: readSlots(context, row),
  }))
  await addAges(context, trails)
  return trails
}

export const matrixHandlers = {
  async getFlowMatrix(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { trouble, window } = narrowingOf(query, context.clock())
    const filters = { ...query, flowId: flow.id, ...window }
    const [template, rows, total] = await Promise.all([
      findTemplate(context.org, flow.template_id),
      listStatusRows(context.org, filters, trouble, query),
      countTroubled(context.org, filters, trouble),
    ])
    return {
      expected: slotsOfTemplate(template.document),
      data: await matrixTrails(context, rows),
      pagination: pagination(total, query),
    }
  },

  async exportFlowMatrix(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const { trouble, window } = narrowingOf(query, context.clock())
    const filters = { ...query, flowId: flow.id, ...window }
    const template = await findTemplate(context.org, flow.template_id)
    async function* read(asOf: number) {
      const found = newToOld<StatusRow>(asOf, (before, page) =>
        listStatusRows(context.org, { ...filters, before }, trouble, page),
      )
      for await (const rows of found) yield matrixTrails(context, rows)
    }
    return exportAnswer(context, {
      list: 'matrix',
      flow: flow.name,
      query: { ...query, ...window },
      columns: matrixColumns(slotsOfTemplate(template.document)),
      read,
    })
  },
} satisfies Partial<Handlers>
