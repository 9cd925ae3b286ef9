import type { FlowSummary, FlowListItem } from '#contract/flow/flow.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { tagged } from '#server/request/entity-tag.ts'
import { pagination } from '#server/request/pagination.ts'
import {
  flowTemplateProblem,
  namesTemplate,
  readTemplate,
} from '#server/template/parse-template.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { archiveFlow, putFlow, renameFlow } from './change-flow.ts'
import { flowItem, flowOfPath, flowRecord } from './load-flow.ts'
import {
  listFlowRows,
  recentTrails,
  countTrouble,
  countFlows,
  listFlowIds,
  listFlowRowsOf,
} from './queries.ts'

/** Columns of flows as CSV. */
const flowColumns: Columns<FlowSummary> = {
  name: (flow) => flow.name,
  description: (flow) => flow.description,
  latest_state: (flow) => flow.latest_state,
  latest_evidence_expired: (flow) => flow.recent_trails.at(-1)?.expired.join(' ') ?? null,
  latest_overrides: (flow) => flow.recent_trails.at(-1)?.override_count ?? null,
  latest_nothing_expected: (flow) => flow.recent_trails.at(-1)?.nothing_expected ?? null,
  latest_activity_at: (flow) => isoTime(flow.latest_activity_at),
  non_compliant_count: (flow) => flow.non_compliant_count,
  incomplete_count: (flow) => flow.incomplete_count,
  visibility: (flow) => flow.visibility,
  tags: (flow) =>
    Object.entries(flow.tags)
      .map(([key, value]) => `${key}:${value}`)
      .join(' '),
  repo_url: (flow) => flow.repo_url,
  id: (flow) => flow.id,
}

type Row = Awaited<ReturnType<typeof listFlowRows>>[number]

const stripLength = 20

const listItem = (org: string, row: Row): FlowListItem => ({
  ...flowItem(org, row),
  latest_activity_at: row.latest_activity_at,
  latest_state: row.latest_trail?.state ?? null,
})

/** Loads rows of the dashboard's list, with recent trails and trails in trouble. */
async function summaries(context: OrgContext, rows: Row[]): Promise<FlowSummary[]> {
  const { org, orgName } = context
  const ids = rows.map((row) => row.id)
  const [recent, trouble] = await Promise.all([
    recentTrails(org, ids, stripLength),
    countTrouble(org, ids),
  ])
  const expiredOf = await readExpiredOfTrails(
    context,
    recent.map(({ id }) => id),
  )
  const inState = (id: string, state: string) =>
    trouble.find((row) => row.flow_id === id && row.state === state)?.count ?? 0
  return rows.map((row) => ({
    ...listItem(orgName, row),
    recent_trails: recent
      .filter((trail) => trail.flow_id === row.id)
      .map(({ flow_id: _, id, ...trail }) => ({ ...trail, expired: expiredOf(id) }))
      .reverse(),
    non_compliant_count: inState(row.id, 'NON-COMPLIANT'),
    incomplete_count: inState(row.id, 'INCOMPLETE'),
    space_id: row.space_id,
  }))
}

const answered = (outcome: 'created' | 'updated') =>
  new Answer(outcome === 'created' ? 201 : 200, 'OK')

export const flowHandlers = {
  async putFlowWithTemplate(context, { body, file }) {
    const template = file && readTemplate(file, flowTemplateProblem)
    return answered(await inUnitOfWork(context, (w) => putFlow(w, { ...body, template })))
  },

  async putFlow(context, { body }) {
    const template = body.template ? namesTemplate(body.template) : null
    return answered(await inUnitOfWork(context, (w) => putFlow(w, { ...body, template })))
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

  renameFlow: (context, { params, body }) =>
    answerOk(context, (w) => renameFlow(w, params.flow_name, body.new_name)),

  archiveFlow: (context, { params }) => answerOk(context, (w) => archiveFlow(w, params.flow_name)),

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
