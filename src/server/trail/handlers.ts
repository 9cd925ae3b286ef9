import type { FlipCause, TrailArtifact } from '#contract/trail/trail-page.ts'
import type { TrailSummary, TrailListItem } from '#contract/trail/trail.ts'
import { type Export, exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { readTemplate, trailTemplateProblem } from '#server/template/parse-template.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import { beginTrail } from './begin-trail.ts'
import { commitOf, readTrail, trailOfPath } from './read-trail.ts'
import {
  type TrailFilters,
  type TrailListRow,
  pageOfTrails,
  listTrailRows,
  findNeighbour,
} from './list-queries.ts'
import { listFlips, listReportedArtifacts } from './queries.ts'

/** Columns of trails as CSV. */
const trailColumns: Columns<TrailSummary> = {
  name: (trail) => trail.name,
  flow_name: (trail) => trail.flow_name,
  compliance_state: (trail) => trail.compliance_state,
  commit: (trail) => trail.git_commit_info?.sha1 ?? null,
  commit_author: (trail) => trail.git_commit_info?.author ?? null,
  commit_message: (trail) => trail.git_commit_info?.message ?? null,
  artifact_count: (trail) => trail.artifact_count,
  present_count: (trail) => trail.present_count,
  expected_count: (trail) => trail.expected_count,
  evidence_expired: (trail) => trail.expired.join(' '),
  override_count: (trail) => trail.override_count,
  nothing_expected: (trail) => trail.nothing_expected,
  created_at: (trail) => isoTime(trail.created_at),
  last_modified_at: (trail) => isoTime(trail.last_modified_at),
  created_by: (trail) => trail.created_by,
  description: (trail) => trail.description,
  html_url: (trail) => trail.html_url,
  id: (trail) => trail.id,
  flow_archived: (trail) => trail.flow_archived,
}

function listItem(
  { links, orgName }: OrgContext,
  row: TrailListRow,
  expired: string[],
): TrailListItem {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    flow_name: row.flow_name,
    flow_archived: row.flow_archived,
    compliance_state: row.state,
    is_compliant: row.state === 'COMPLIANT',
    override_count: row.override_count,
    expired,
    nothing_expected: row.nothing_expected,
    git_commit_info: commitOf(row.git_commit_info),
    created_at: row.created_at,
    last_modified_at: row.last_modified_at,
    created_by: row.created_by,
    html_url: links.trail(orgName, row.flow_name, row.name),
  }
}

async function listItems(context: OrgContext, rows: TrailListRow[]): Promise<TrailListItem[]> {
  const ids = rows.map(({ id }) => id)
  const expiredOf = await readExpiredOfTrails(context, ids)
  return rows.map((row) => listItem(context, row, expiredOf(row.id)))
}

async function summaries(context: OrgContext, rows: TrailListRow[]): Promise<TrailSummary[]> {
  const items = await listItems(context, rows)
  return rows.map(({ artifact_count, present_count, expected_count }, index) => ({
    ...items[index]!,
    artifact_count,
    present_count,
    expected_count,
  }))
}

/** Filters of the list of all flows' trails, by the names that queries have for them. */
const acrossFlows = <Q extends { flow_name?: string[] | null | undefined }>({
  flow_name,
  ...query
}: Q) => ({ ...query, flow: flow_name })

/** Exports all matching trails, of the organization or of a flow. */
function exportOf(
  context: OrgContext,
  what: Pick<Export<TrailSummary>, 'query' | 'flow'>,
  filters: TrailFilters,
) {
  async function* read(asOf: number) {
    const found = newToOld<TrailListRow>(asOf, (before, page) =>
      listTrailRows(context.org, { ...filters, before }, page),
    )
    for await (const rows of found) yield summaries(context, rows)
  }
  return exportAnswer(context, { list: 'trails', ...what, columns: trailColumns, read })
}

export const trailHandlers = {
  async beginTrail(context, { params, body, file }) {
    const template = file && readTemplate(file, trailTemplateProblem)
    const outcome = await inUnitOfWork(context, (w) =>
      beginTrail(w, params.flow_name, body, template),
    )
    return new Answer(outcome === 'begun' ? 201 : 200, 'OK')
  },

  async listTrails(context, { query }) {
    const { rows, total } = await pageOfTrails(context.org, query, query)
    return { data: await listItems(context, rows), pagination: pagination(total, query) }
  },

  async listTrailSummaries(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const filters = { ...query, flowId: flow.id }
    const { rows, total } = await pageOfTrails(context.org, filters, query)
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async listAllTrailSummaries(context, { query }) {
    const { rows, total } = await pageOfTrails(context.org, acrossFlows(query), query)
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async exportTrails(context, { params, query }) {
    const { id: flowId, name } = await flowOfPath(context, params.flow_name)
    return exportOf(context, { query, flow: name }, { ...query, flowId })
  },

  exportAllTrails: (context, { query }) =>
    exportOf(context, { query: { ...query, archived: context.org.archived } }, acrossFlows(query)),

  getTrail: (context, { params }) => readTrail(context, params),
} satisfies Partial<Handlers>

type FlipRow = Awaited<ReturnType<typeof listFlips>>[number]

/** Fields of events that describe the cause of a flip; each type has some of them. */
interface CausingBody {
  attestation_id?: string
  template_reference_name?: string
  is_compliant?: boolean
  target_artifact?: string
  artifact_name?: string
  artifact_fingerprint?: string
  changes?: string[]
  is_override?: boolean
  end_kind?: string
  ended_by?: string
}

function causeOf({ type, body, ...row }: FlipRow, trail: { created_by: string }): FlipCause | null {
  if (type === null || body === null) return null
  const event = body as CausingBody
  const isAttestation = event.attestation_id !== undefined
  const reportedName = isAttestation ? event.target_artifact : event.template_reference_name
  return {
    type,
    attestation_id: event.attestation_id ?? null,
    attestation_name: (isAttestation && event.template_reference_name) || null,
    is_compliant: event.is_compliant ?? null,
    artifact_name: reportedName || event.artifact_name || null,
    artifact_fingerprint: event.artifact_fingerprint ?? null,
    changes: event.changes ?? [],
    is_override: event.is_override ?? false,
    override_end: event.end_kind ?? null,
    by:
      event.ended_by ??
      row.reported_by ??
      row.created_by ??
      (type === 'trail_reported' ? trail.created_by : row.author),
    // An override that counts again is named by its end, which nobody approved.
    approved_by: event.end_kind === undefined ? row.approved_by : null,
  }
}

export const trailPageHandlers = {
  async listTrailVerdicts(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const rows = await listFlips(context.org, trail.id)
    return rows.reverse().map((row) => ({
      state: row.state,
      at: row.recorded_at,
      cause: causeOf(row, trail),
    }))
  },

  async listTrailArtifacts(context, { params }) {
    const { trail } = await trailOfPath(context, params)
    const rows = await listReportedArtifacts(context.org, trail.id)
    return rows.map(({ id, git_commit_info, ...row }) => ({
      artifact_id: id,
      git_commit_info: git_commit_info as TrailArtifact['git_commit_info'],
      ...row,
    }))
  },

  async findTrailNeighbours(context, { params, query }) {
    const { trail } = await trailOfPath(context, params)
    const [previous, next] = await Promise.all([
      findNeighbour(context.org, trail, query, 'newer'),
      findNeighbour(context.org, trail, query, 'older'),
    ])
    const ids = [previous, next].flatMap((one) => one?.id ?? [])
    const expiredOf = await readExpiredOfTrails(context, ids)
    const shown = (one: typeof next) => {
      if (!one) return null
      const { id, ...neighbour } = one
      return { ...neighbour, expired: expiredOf(id) }
    }
    return { previous: shown(previous), next: shown(next) }
  },
} satisfies Partial<Handlers>
