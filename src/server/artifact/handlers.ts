import type { Artifact, ArtifactSummary } from '#contract/artifact.ts'
import { patterns } from '#contract/common.ts'
import { acceptArtifact } from '../change/accept-artifact.ts'
import { artifactSlotsOf } from '../change/artifact-detail.ts'
import { artifactRecords } from '../change/artifact-records.ts'
import { artifactStatesOf, judgeLegacy } from '../change/artifact-state.ts'
import { onlySeenOf } from '../change/only-seen.ts'
import { artifactOfPath, flowOfPath, reposOfName, requireFingerprint } from '../change/path.ts'
import { write } from '../change/write.ts'
import { newToOld } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { notFound, refusedField } from '../problem.ts'
import { findTemplate } from '../template/queries.ts'
import { artifactColumns } from './export-columns.ts'
import { artifactSummaryOf } from './item.ts'
import { listNamed } from './name-queries.ts'
import {
  type ArtifactOfFlow,
  countOfFlow,
  findReport,
  latestCommit,
  type ListedArtifact,
  listArtifactRows,
  listByCommit,
  listFlowsThatKnow,
  listOfFlow,
  listReports,
} from './list-queries.ts'

async function item(context: OrgContext, row: ListedArtifact): Promise<Artifact> {
  const [one] = await artifactRecords(context, [row])
  if (!one) throw new Error(`artifact ${row.id} was not judged`)
  return one
}

async function summaries({ org }: OrgContext, rows: ListedArtifact[]): Promise<ArtifactSummary[]> {
  const states = await artifactStatesOf(org, rows)
  return rows.map((row) => artifactSummaryOf(row, states.get(row.id) ?? 'INCOMPLETE'))
}

/** A flow whose artifacts are listed, with how its rows read. */
async function listedFlow(context: OrgContext, flowName: string) {
  const flow = await flowOfPath(context, flowName)
  const template = await findTemplate(context.org, flow.template_id)
  const legacyState = judgeLegacy(template.document).state
  const summary = (row: ArtifactOfFlow): ArtifactSummary =>
    artifactSummaryOf({ ...row, flow_name: flow.name }, row.state ?? legacyState)
  return { flow, legacyState, summary }
}

/** More reports or flows than these are not listed at once. */
const mostListed = 50

export const artifactHandlers = {
  async reportArtifact(context, { params, body }) {
    await write(context, (w) => acceptArtifact(w, params.flow_name, body))
    return 'OK'
  },

  async getArtifact(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const artifact = await artifactOfPath(context, flow, params.fingerprint, query.trail)
    return item(context, { ...artifact, flow_name: flow.name, flow_template_id: flow.template_id })
  },

  async listArtifactsOfCommit(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const sha = params.git_commit
    if (!patterns.anyCommit.test(sha)) {
      const reason = `String should match pattern '${patterns.anyCommit.source}'`
      throw refusedField('git_commit', reason, sha)
    }
    const rows = await listByCommit(context.org, flow.id, sha, query.trail ?? null)
    if (rows.length === 0) {
      throw notFound(
        `Artifact with git commit '${sha}' does not exist in flow '${flow.name}' belonging to organization '${context.orgName}'`,
      )
    }
    return artifactRecords(context, rows)
  },

  async getLatestCommit(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    // Asked before the artifact is reported, too: only a prefix has to be looked up.
    const isWhole = params.fingerprint.length === 64
    if (isWhole) requireFingerprint(params.fingerprint)
    const { fingerprint } = isWhole
      ? params
      : await artifactOfPath(context, flow, params.fingerprint)
    const branch = query.branch ?? null
    return { latest_commit: await latestCommit(context.org, flow.id, fingerprint, branch) }
  },

  async listArtifacts(context, { query }) {
    const { flow_name, repo_name } = query
    const flow = flow_name ? await flowOfPath(context, flow_name) : null
    const repoIds = repo_name ? await reposOfName(context, repo_name) : null
    const filters = { flowId: flow?.id ?? null, repoIds }
    return artifactRecords(context, await listArtifactRows(context.org, filters, query))
  },

  async listArtifactSummaries(context, { params, query }) {
    const { org } = context
    const { flow, legacyState, summary } = await listedFlow(context, params.flow_name)
    const filters = { ...query, flowId: flow.id, legacyState }
    const [rows, total] = await Promise.all([
      listOfFlow(org, filters, query),
      countOfFlow(org, filters),
    ])
    return { data: rows.map(summary), pagination: pagination(total, query) }
  },

  async exportArtifacts(context, { params, query }) {
    const { flow, legacyState, summary } = await listedFlow(context, params.flow_name)
    async function* read(asOf: number) {
      const filters = { ...query, flowId: flow.id, legacyState }
      const found = newToOld<ArtifactOfFlow>(asOf, (before, page) =>
        listOfFlow(context.org, { ...filters, before }, page),
      )
      for await (const rows of found) yield rows.map(summary)
    }
    return exportAnswer(context, {
      list: 'artifacts',
      flow: flow.name,
      query,
      columns: artifactColumns,
      read,
    })
  },

  async getArtifactDetail(context, { params, query }) {
    const { org, clock } = context
    const flow = await flowOfPath(context, params.flow_name)
    const newest = await artifactOfPath(context, flow, params.fingerprint)
    const key = { flow_id: flow.id, fingerprint: newest.fingerprint }
    const asked = query.artifact_id
      ? await findReport(org, { ...key, id: query.artifact_id })
      : undefined
    const row = asked ?? { ...newest, flow_name: flow.name, flow_template_id: flow.template_id }
    const [artifact, slots, reports] = await Promise.all([
      item(context, row),
      artifactSlotsOf(org, row, clock()),
      listReports(org, key, mostListed + 1),
    ])
    return {
      artifact,
      slots,
      reports: await summaries(context, reports.slice(0, mostListed)),
      has_more_reports: reports.length > mostListed,
    }
  },

  async findArtifacts(context, { params }) {
    requireFingerprint(params.fingerprint)
    const { org } = context
    const [rows, seen] = await Promise.all([
      listFlowsThatKnow(org, params.fingerprint, mostListed + 1),
      onlySeenOf(org, params.fingerprint, mostListed + 1),
    ])
    return {
      data: await summaries(context, rows.slice(0, mostListed)),
      has_more: rows.length > mostListed || seen.length > mostListed,
      seen: seen.slice(0, mostListed),
    }
  },

  async findArtifactsByName(context, { query }) {
    const rows = await listNamed(context.org, query.name ?? '', mostListed + 1)
    return {
      data: await summaries(context, rows.slice(0, mostListed)),
      has_more: rows.length > mostListed,
    }
  },
} satisfies Partial<Handlers>
