import type {
  Artifact,
  ArtifactOfFlow as ArtifactListItem,
  ArtifactSummary,
} from '#contract/artifact/artifact.ts'
import { patterns } from '#contract/common/fields.ts'
import { artifactStatesOf, evaluateWithoutTrail } from '#server/evaluation/artifact-state.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { fieldProblem, notFound } from '#server/platform/problem.ts'
import { reposOfName } from '#server/repo/record-repo.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { findTemplate } from '#server/template/queries.ts'
import { answerOk } from '#server/unit-of-work/unit-of-work.ts'
import {
  type QualifiersOfArtifact,
  readQualifiersOfArtifacts,
} from '#server/verdict/read-expired.ts'
import { artifactOfPath, requireFingerprint } from './find-artifact.ts'
import { listUnreportedArtifacts } from './find-environments.ts'
import { type ArtifactOfFlow, listOfFlow, pageOfFlow } from './flow-list-queries.ts'
import {
  type ListedArtifact,
  listByCommit,
  latestCommit,
  listArtifactRows,
  findReport,
  listReports,
  listFlowsThatKnow,
} from './list-queries.ts'
import { findNamed, listReportsAt } from './queries.ts'
import {
  artifactRecords,
  artifactsOfFlow,
  artifactSummaryOf,
  artifactSlotsOf,
} from './read-artifacts.ts'
import { reportArtifact } from './report-artifact.ts'

/** Columns of artifacts as CSV. */
const artifactColumns: Columns<ArtifactListItem> = {
  created_at: (artifact) => isoTime(artifact.created_at),
  state: (artifact) => artifact.state,
  filename: (artifact) => artifact.filename,
  fingerprint: (artifact) => artifact.fingerprint,
  template_reference_name: (artifact) => artifact.template_reference_name,
  flow_name: (artifact) => artifact.flow_name,
  trail_name: (artifact) => artifact.trail_name,
  commit: (artifact) => artifact.git_commit,
  commit_author: (artifact) => artifact.git_commit_info?.author ?? null,
  commit_message: (artifact) => artifact.git_commit_info?.message ?? null,
  commit_url: (artifact) => artifact.commit_url,
  build_url: (artifact) => artifact.build_url,
  evidence_expired: (artifact) => artifact.qualifiers.expired.join(' '),
  overrides: (artifact) => artifact.qualifiers.overridden,
  nothing_expected: (artifact) => artifact.qualifiers.not_asked > 0,
  because_of: (artifact) => artifact.because_of?.attestation_name ?? null,
  running_in: (artifact) => artifact.running_in.map((one) => one.environment_name).join(' '),
  artifact_id: (artifact) => artifact.artifact_id,
}

async function item(context: OrgContext, row: ListedArtifact): Promise<Artifact> {
  const [one] = await artifactRecords(context, [row])
  if (!one) throw new Error(`artifact ${row.id} was not evaluated`)
  return one
}

async function summaries(context: OrgContext, rows: ListedArtifact[]): Promise<ArtifactSummary[]> {
  const [states, qualifiersOf] = await Promise.all([
    artifactStatesOf(context.org, rows),
    readQualifiersOfArtifacts(context, rows),
  ])
  return rows.map((row) => artifactSummaryOf(row, states.get(row.id) ?? 'INCOMPLETE', qualifiersOf))
}

/** Fields of an artifact's row about its flow. */
const ofFlow = (flow: Awaited<ReturnType<typeof flowOfPath>>) => ({
  flow_name: flow.name,
  flow_template_id: flow.template_id,
  flow_archived: flow.archived_at !== null,
})

/** Finds a flow whose artifacts are listed, and returns how its rows are serialized. */
async function listedFlow(context: OrgContext, flowName: string) {
  const flow = await flowOfPath(context, flowName)
  const template = await findTemplate(context.org, flow.template_id)
  const legacyState = evaluateWithoutTrail(template.document).state
  const summary = (row: ArtifactOfFlow, qualifiersOf: QualifiersOfArtifact): ArtifactSummary =>
    artifactSummaryOf({ ...row, flow_name: flow.name }, row.state ?? legacyState, qualifiersOf)
  return { flow, legacyState, summary }
}

/** Maximum of reports or flows listed at once. */
const maxListedArtifacts = 50

export const artifactHandlers = {
  reportArtifact: (context, { params, body }) =>
    answerOk(context, (w) => reportArtifact(w, params.flow_name, body)),

  async getArtifact(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const artifact = await artifactOfPath(context, flow, params.fingerprint, query.trail)
    return item(context, { ...artifact, ...ofFlow(flow) })
  },

  async listArtifactsOfCommit(context, { params, query }) {
    const flow = await flowOfPath(context, params.flow_name)
    const commit = params.git_commit
    if (!patterns.anyCommit.test(commit)) {
      const reason = `String should match pattern '${patterns.anyCommit.source}'`
      throw fieldProblem('git_commit', reason, commit)
    }
    const sha = commit.toLowerCase()
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
    // Clients ask before the artifact is reported, too: only a prefix has to be looked up.
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
    const [flows, repos] = await Promise.all([
      Promise.all((flow_name ?? []).map((name) => flowOfPath(context, name))),
      Promise.all((repo_name ?? []).map((name) => reposOfName(context, name))),
    ])
    const filters = {
      flowIds: flow_name ? flows.map(({ id }) => id) : null,
      repoIds: repo_name ? repos.flat() : null,
    }
    return artifactRecords(context, await listArtifactRows(context.org, filters, query))
  },

  async listArtifactSummaries(context, { params, query }) {
    const { org } = context
    const { flow, legacyState, summary } = await listedFlow(context, params.flow_name)
    const filters = { ...query, flowId: flow.id, legacyState }
    const { rows, total } = await pageOfFlow(org, filters, query)
    const data = await artifactsOfFlow(context, rows, summary)
    return { data, pagination: pagination(total, query) }
  },

  async exportArtifacts(context, { params, query }) {
    const { flow, legacyState, summary } = await listedFlow(context, params.flow_name)
    async function* read(asOf: number) {
      const filters = { ...query, flowId: flow.id, legacyState }
      const found = newToOld<ArtifactOfFlow>(asOf, (before, page) =>
        listOfFlow(context.org, { ...filters, before }, page.per_page),
      )
      for await (const rows of found) yield artifactsOfFlow(context, rows, summary)
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
    const report = query.artifact_id
      ? await findReport(org, { ...key, id: query.artifact_id })
      : undefined
    const row = report ?? { ...newest, ...ofFlow(flow) }
    const [artifact, slots, reports] = await Promise.all([
      item(context, row),
      artifactSlotsOf(org, row, clock()),
      listReports(org, key, maxListedArtifacts + 1),
    ])
    return {
      artifact,
      slots,
      reports: await summaries(context, reports.slice(0, maxListedArtifacts)),
      has_more_reports: reports.length > maxListedArtifacts,
    }
  },

  async findArtifacts(context, { params }) {
    requireFingerprint(params.fingerprint)
    const { org } = context
    const [rows, seen] = await Promise.all([
      listFlowsThatKnow(org, params.fingerprint, maxListedArtifacts + 1),
      listUnreportedArtifacts(org, params.fingerprint, maxListedArtifacts + 1),
    ])
    return {
      data: await summaries(context, rows.slice(0, maxListedArtifacts)),
      has_more: rows.length > maxListedArtifacts || seen.length > maxListedArtifacts,
      seen: seen.slice(0, maxListedArtifacts),
    }
  },

  async findArtifactsByName(context, { query }) {
    const found = await findNamed(context.org, query.name ?? '')
    const ids = found.slice(0, maxListedArtifacts).map(({ id }) => id)
    return {
      data: await summaries(context, await listReportsAt(context.org, ids)),
      has_more: found.length > maxListedArtifacts,
    }
  },
} satisfies Partial<Handlers>
