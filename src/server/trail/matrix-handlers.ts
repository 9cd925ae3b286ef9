import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { slotsOfTemplate } from '#domain/trail/trail-slots.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { findTemplate } from '#server/template/queries.ts'
import { expiredAges, readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { matrixColumns } from './matrix-columns.ts'
import { commitOf } from './read-trail.ts'
import { readSlots, slotsWindow, type WindowQuery } from './statistics-handlers.ts'
import { countTroubled, listStatusRows, type SlotTrouble } from './statistics-queries.ts'

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
