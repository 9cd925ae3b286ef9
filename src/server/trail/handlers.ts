import type { TrailListItem, TrailSummary } from '#contract/trail.ts'
import { beginTrail } from '../change/begin-trail.ts'
import { flowOfPath, trailOfPath } from '../change/path.ts'
import { trailRecord } from '../change/read-trail.ts'
import { write } from '../change/write.ts'
import { newToOld } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import { Answer, type Handlers, type OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { readTemplate, trailTemplateProblem } from '../template/read-template.ts'
import { commitOf } from './commit.ts'
import { trailColumns } from './export-columns.ts'
import { listTrailRows, pageOfTrails, type TrailListRow } from './list-queries.ts'

function listItem({ links, orgName }: OrgContext, row: TrailListRow): TrailListItem {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    flow_name: row.flow_name,
    compliance_state: row.state,
    is_compliant: row.state === 'COMPLIANT',
    git_commit_info: commitOf(row.git_commit_info),
    created_at: row.created_at,
    last_modified_at: row.last_modified_at,
    created_by: row.created_by,
    html_url: links.trail(orgName, row.flow_name, row.name),
  }
}

const summary = (context: OrgContext, row: TrailListRow): TrailSummary => ({
  ...listItem(context, row),
  artifact_count: row.artifact_count,
  present_count: row.present_count,
  expected_count: row.expected_count,
})

export const trailHandlers = {
  async beginTrail(context, { params, body, file }) {
    const template = file && readTemplate(file, trailTemplateProblem)
    const outcome = await write(context, (w) => beginTrail(w, params.flow_name, body, template))
    return new Answer(outcome === 'begun' ? 201 : 200, 'OK')
  },

  async listTrails(context, { query }) {
    const { rows, total } = await pageOfTrails(context.org, query, query)
    return { data: rows.map((row) => listItem(context, row)), pagination: pagination(total, query) }
  },

  async listTrailSummaries(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const filters = { ...query, flowId: flow.id }
    const { rows, total } = await pageOfTrails(context.org, filters, query)
    const data = rows.map((row) => summary(context, row))
    return { data, pagination: pagination(total, query) }
  },

  async exportTrails(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    async function* read(asOf: number) {
      const filters = { ...query, flowId: flow.id }
      const found = newToOld<TrailListRow>(asOf, (before, page) =>
        listTrailRows(context.org, { ...filters, before }, page),
      )
      for await (const rows of found) yield rows.map((row) => summary(context, row))
    }
    return exportAnswer(context, {
      list: 'trails',
      flow: flow.name,
      query,
      columns: trailColumns,
      read,
    })
  },

  async getTrail(context, { params }) {
    const { flow, trail } = await trailOfPath(context, params)
    return trailRecord(context, flow, trail)
  },
} satisfies Partial<Handlers>
