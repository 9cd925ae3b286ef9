import type { ReportItem } from '#contract/environment/environment-report.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import type { ComparedArtifact, ComparisonRow } from '#contract/snapshot/comparison.ts'
import type { RunningArtifact, SnapshotSummary } from '#contract/snapshot/snapshot-page.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { parseSnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Cell, type Columns, isoTime } from '#server/export/formats.ts'
import { evidenceLimits, reportingRules } from '#server/organization/settings.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { qualifierColumns } from '#server/verdict/verdict-columns.ts'
import { compareSnapshots, diffSnapshots } from './compare-snapshots.ts'
import { findSnapshotOfPath } from './find-snapshot.ts'
import { pageOfSnapshots } from './list-snapshots.ts'
import { listSnapshotRows, stateOf } from './queries.ts'
import { readInstances, readRunningNow, readSnapshotPage } from './read-snapshot-page.ts'
import { readSnapshot } from './read-snapshot.ts'
import { readVerdictRuns } from './read-verdict-runs.ts'
import { reportSnapshot } from './report-snapshot.ts'
import { snapshotItem } from './snapshot-entries.ts'

/** A column for each side of a comparison. */
const both = (name: string, valueOf: (side: ComparedArtifact) => Cell): Columns<ComparisonRow> => ({
  [`${name}_before`]: ({ before }) => before && valueOf(before),
  [`${name}_after`]: ({ after }) => after && valueOf(after),
})

/** Columns of an exported comparison of two snapshots. */
const comparisonColumns: Columns<ComparisonRow> = {
  change: ({ change }) => change,
  member: ({ before, after }) => (after ?? before)?.environment_name ?? null,
  ...both('artifact', ({ name }) => name),
  ...both('fingerprint', ({ fingerprint }) => fingerprint),
  ...both('instances', ({ instance_count }) => instance_count),
  ...both('compliant', ({ compliant }) => compliant),
  ...both('evidence_expired', ({ qualifiers }) => qualifiers.expired.join(' ')),
  ...both('overrides', ({ qualifiers }) => qualifiers.overridden),
  ...both('allow_listed', ({ qualifiers }) => qualifiers.allow_listed),
  ...both('exempt', ({ qualifiers }) => qualifiers.exempt),
  ...both('failing_policies', ({ failing_policies }) => failing_policies.join(' ')),
  ...both('flow', ({ flow_name }) => flow_name),
  ...both('commit', ({ git_commit }) => git_commit),
  commits_between: ({ diff_url }) => diff_url,
}

interface Report {
  params: { env_name: string }
  body: { artifacts?: readonly ReportItem[] | null | undefined }
  raw: string
}

const report =
  (type: PhysicalType) =>
  async (context: OrgContext, { params, body, raw }: Report) => {
    const outcome = await inUnitOfWork(context, (w) =>
      reportSnapshot(w, params.env_name, type, { items: body.artifacts ?? [], raw }),
    )
    return new Answer(outcome === 'snapshot' ? 201 : 200, 'OK')
  }

export const snapshotHandlers = {
  reportK8s: report('K8S'),
  reportEcs: report('ECS'),
  reportS3: report('S3'),
  reportLambda: report('lambda'),
  reportServer: report('server'),
  reportDocker: report('docker'),
  reportAzureApps: report('azure-apps'),
  reportCloudRun: report('cloud-run'),

  async listSnapshots(context, { params, query }) {
    const { id } = await environmentOfPath(context, params.env_name)
    const { snapshot_index: length } = await stateOf(context.org, id)
    const range = parseSnapshotRange(query.interval ?? '', length)
    if (!range) throw fieldProblem('interval', 'Input should be an interval A..B', query.interval)
    const rows = await listSnapshotRows(context.org, id, range, query, query.reverse)
    const limits = await evidenceLimits(context.org, context.clock())
    return rows.map((row) => snapshotItem(row, limits))
  },

  async getSnapshot(context, { params }) {
    const { env_name, snapshot_expression } = params
    const { environment, snapshot } = await findSnapshotOfPath(
      context,
      env_name,
      snapshot_expression,
    )
    return readSnapshot(context, environment, snapshot)
  },

  diffSnapshots: (context, { query }) => diffSnapshots(context, query),
} satisfies Partial<Handlers>

/** Columns of snapshots as CSV. */
const snapshotColumns: Columns<SnapshotSummary> = {
  index: (snapshot) => snapshot.index,
  state: (snapshot) => snapshot.state,
  ...qualifierColumns<SnapshotSummary>(({ qualifiers }) => qualifiers),
  from: (snapshot) => isoTime(snapshot.from),
  to: (snapshot) => isoTime(snapshot.to),
  duration: (snapshot) => snapshot.duration,
  running_count: (snapshot) => snapshot.running_count,
  started_count: (snapshot) => snapshot.started_count,
  exited_count: (snapshot) => snapshot.exited_count,
  reported_by: (snapshot) => snapshot.reported_by,
}

/** Columns of the artifacts of a snapshot as CSV. */
const artifactColumns: Columns<RunningArtifact> = {
  name: (artifact) => artifact.name,
  fingerprint: (artifact) => artifact.fingerprint,
  compliant: (artifact) => artifact.compliant,
  ...qualifierColumns<RunningArtifact>(({ qualifiers }) => qualifiers),
  failing_policies: (artifact) => artifact.failing_policies.join(' '),
  change: (artifact) => artifact.change,
  instances_before: (artifact) => artifact.was,
  instances: (artifact) => artifact.now,
  started_at: (artifact) => isoTime(artifact.started_at),
  started_index: (artifact) => artifact.started_index,
  flow_name: ({ provenance }) => provenance?.flow_name ?? null,
  trail_name: ({ provenance }) => provenance?.trail_name ?? null,
  commit: ({ provenance }) => provenance?.git_commit ?? null,
  commit_author: ({ provenance }) => provenance?.commit_author ?? null,
  commit_message: ({ provenance }) => provenance?.commit_message ?? null,
  environment_name: (artifact) => artifact.environment_name ?? null,
}

/** A running artifact in a file, where no page says that its environment is silent. */
type RunningRow = RunningArtifact & { stale: boolean }

/** Columns of running artifacts as CSV. */
const runningColumns: Columns<RunningRow> = {
  ...artifactColumns,
  stale: (artifact) => artifact.stale,
}

/** Snapshots read at once for an export. */
const batch = 500

export const snapshotPageHandlers = {
  compareSnapshots: (context, { query }) => compareSnapshots(context, query),

  async exportComparison(context, { query }) {
    const { rows } = await compareSnapshots(context, query)
    return exportAnswer(context, {
      list: 'comparison',
      query,
      columns: comparisonColumns,
      read: () => [rows],
    })
  },

  async listVerdictRuns({ org, clock }, { query }) {
    const now = clock()
    const window = parseTimeWindow(query, now)
    const rules = await reportingRules(org, now)
    const environments = await readVerdictRuns(org, query.environment ?? [], window, rules)
    return { ...window, environments }
  },

  async listSnapshotSummaries(context, { params, query }) {
    const { data, total } = await pageOfSnapshots(context, params.env_name, query)
    return { data, pagination: pagination(total, query) }
  },

  async getSnapshotPage(context, { params, query }) {
    const { env_name, snapshot_expression } = params
    const { environment, snapshot } = await findSnapshotOfPath(
      context,
      env_name,
      snapshot_expression,
    )
    return readSnapshotPage(context, environment, snapshot, query)
  },

  getRunningNow: (context, { params, query }) => readRunningNow(context, params.env_name, query),

  getRunningInstances: (context, { params, query }) => readInstances(context, params, query),

  async exportSnapshots(context, { params, query }) {
    const environment = params.env_name
    await environmentOfPath(context, environment)
    async function* read(asOf: number) {
      const bounded = { ...query, to_timestamp: Math.min(query.to_timestamp ?? asOf, asOf) }
      for (let page = 1; ; page += 1) {
        const paged = { ...bounded, page, per_page: batch }
        const { data, total } = await pageOfSnapshots(context, environment, paged)
        yield data
        if (page * batch >= total) return
      }
    }
    const columns = snapshotColumns
    return exportAnswer(context, { list: 'snapshots', environment, query, columns, read })
  },

  async exportSnapshotArtifacts(context, { params, query }) {
    const { env_name: environment, snapshot_expression } = params
    const found = await findSnapshotOfPath(context, environment, snapshot_expression)
    const page = await readSnapshotPage(context, found.environment, found.snapshot, query)
    return exportAnswer(context, {
      list: 'artifacts',
      environment,
      query: { snapshot_index: page.index, ...query },
      columns: artifactColumns,
      read: () => [page.artifacts],
    })
  },

  async exportRunning(context, { params, query }) {
    const environment = params.env_name
    const now = context.clock()
    const { artifacts, reporting } = await readRunningNow(context, environment, query)
    const silent = new Set(
      reporting.flatMap((one) => (isStale(one.stale_at, now) ? one.environment_name : [])),
    )
    const rows = artifacts.map((one) => ({
      ...one,
      stale: silent.has(one.environment_name ?? environment),
    }))
    return exportAnswer(context, {
      list: 'running',
      environment,
      query,
      columns: runningColumns,
      read: () => [rows],
    })
  },
} satisfies Partial<Handlers>
