import type { FlowListItem, FlowSummary } from '#contract/flow.ts'
import { isAdminTagged } from '#contract/tag.ts'
import { changeTags } from '../change/change-tags.ts'
import { flowRecord } from '../change/flow-record.ts'
import { giveFlowName, putFlowAway } from '../change/manage-flow.ts'
import { flowOfPath } from '../change/path.ts'
import { putFlow } from '../change/put-flow.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { inBatches } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import { Answer, type Handlers, type OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { requireRole } from '../require-role.ts'
import { flowTemplateProblem, namesTemplate, readTemplate } from '../template/read-template.ts'
import { flowColumns } from './export-columns.ts'
import { flowItem } from './item.ts'
import {
  countFlows,
  countTrouble,
  listFlowIds,
  listFlowRows,
  listFlowRowsOf,
  recentTrails,
} from './queries.ts'

type Row = Awaited<ReturnType<typeof listFlowRows>>[number]

const stripLength = 20

const listItem = (org: string, row: Row): FlowListItem => ({
  ...flowItem(org, row),
  latest_activity_at: row.latest_activity_at,
  latest_state: row.latest_state,
})

/** Rows of the dashboard's list, with their recent trails and open trouble. */
async function summaries({ org, orgName }: OrgContext, rows: Row[]): Promise<FlowSummary[]> {
  const ids = rows.map((row) => row.id)
  const [recent, trouble] = await Promise.all([
    recentTrails(org, ids, stripLength),
    countTrouble(org, ids),
  ])
  const inState = (id: string, state: string) =>
    trouble.find((row) => row.flow_id === id && row.state === state)?.count ?? 0
  return rows.map((row) => ({
    ...listItem(orgName, row),
    recent_trails: recent
      .filter((trail) => trail.flow_id === row.id)
      .map(({ name, state }) => ({ name, state }))
      .reverse(),
    non_compliant_count: inState(row.id, 'NON-COMPLIANT'),
    incomplete_count: inState(row.id, 'INCOMPLETE'),
  }))
}

const answered = (outcome: 'created' | 'updated') =>
  new Answer(outcome === 'created' ? 201 : 200, 'OK')

export const flowHandlers = {
  async putFlowWithTemplate(context, { body, file }) {
    const template = file && readTemplate(file, flowTemplateProblem)
    return answered(await write(context, (w) => putFlow(w, { ...body, template })))
  },

  async putFlow(context, { body }) {
    const template = body.template ? namesTemplate(body.template) : null
    return answered(await write(context, (w) => putFlow(w, { ...body, template })))
  },

  async listFlows({ org, orgName }, { query }) {
    if (query.page == null && query.per_page == null) {
      const rows = await listFlowRows(org, query, null)
      return rows.map((row) => listItem(orgName, row))
    }
    const page = { page: query.page ?? 1, per_page: query.per_page ?? 20 }
    const [rows, total] = await Promise.all([
      listFlowRows(org, query, page),
      countFlows(org, query),
    ])
    return { data: rows.map((row) => listItem(orgName, row)), pagination: pagination(total, page) }
  },

  async getFlow(context, { params }) {
    const flow = await flowOfPath(context, params.flow_name)
    return tagged(await flowRecord(context, flow))
  },

  async renameFlow(context, { params, body }) {
    await write(context, (w) => giveFlowName(w, params.flow_name, body.new_name))
    return 'OK'
  },

  async archiveFlow(context, { params }) {
    await write(context, (w) => putFlowAway(w, params.flow_name))
    return 'OK'
  },

  async changeTags(context, { params, body }) {
    if (isAdminTagged(params.resource_type)) requireRole(context, 'admin')
    await write(context, (w) => changeTags(w, params, body))
    return 'OK'
  },

  async listFlowSummaries(context, { query }) {
    const filters = { ...query, search_by_name: query.name, case_sensitive: false }
    const [rows, total] = await Promise.all([
      listFlowRows(context.org, filters, query),
      countFlows(context.org, filters),
    ])
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async exportFlows(context, { query }) {
    const filters = { ...query, search_by_name: query.name, case_sensitive: false }
    async function* read() {
      const ids = await listFlowIds(context.org, filters)
      for (const some of inBatches(ids)) {
        yield summaries(context, await listFlowRowsOf(context.org, some, filters))
      }
    }
    return exportAnswer(context, { list: 'flows', query, columns: flowColumns, read })
  },
} satisfies Partial<Handlers>
