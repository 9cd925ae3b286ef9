import type { QueryOf } from '#contract/common/endpoint.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import type {
  Deployment,
  DeploymentStatistics,
  getDeploymentStatistics,
  listDeployments as listEndpoint,
} from '#contract/deployment/deployment.ts'
import { formatCount } from '#domain/common/counted.ts'
import { dayStart, daysOfWindow } from '#domain/common/days.ts'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import { failureOf, sumUpFailures, sumUpLeadTimes } from '#domain/deployment/delivery-figures.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { listAllMemberIds } from '#server/environment/queries.ts'
import { listArtifactsById } from '#server/evaluation/provenance-queries.ts'
import { batchSize, inBatches } from '#server/export/export-answer.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import {
  countDeployments,
  type DeploymentListRow,
  listDeploymentRows,
  listOutcomes,
  listOutcomesOf,
  type OutcomeRow,
  type StartKey,
  type Stretch,
} from './queries.ts'

const maxLookedAt = 20_000

type Artifact = Awaited<ReturnType<typeof listArtifactsById>>[number]

/** Returns the environment and window of a request for deployments. @throws Problem 400, 404 */
async function stretchOf(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof getDeploymentStatistics>,
  maxDays?: number,
) {
  const { id } = await environmentOfPath(context, name)
  const environmentIds = [id, ...(await listAllMemberIds(context.org, id))]
  return { environmentIds, ...parseTimeWindow(query, context.clock(), { maxDays }) }
}

const keyOf = ({ environment_id, snapshot_index, fingerprint }: StartKey) =>
  `${environment_id} ${snapshot_index} ${fingerprint}`

/** Returns how a deployment failed; null if it did not. */
const failureOfRow = (row: OutcomeRow) =>
  failureOf({
    name: row.name,
    isFailing: row.is_failing,
    restored:
      row.restored_at === null ? null : { at: row.restored_at, cause: row.restored_cause?.kind },
    next:
      row.next_name === null || row.next_started_at === null
        ? null
        : { name: row.next_name, started_at: row.next_started_at },
  })

function deploymentItem(
  row: DeploymentListRow,
  artifacts: ReadonlyMap<string, Artifact>,
  failure: Deployment['failure'],
): Deployment[] {
  const artifact = artifacts.get(row.artifact_id)
  if (!artifact) return []
  const before = artifacts.get(row.previous?.artifact_id ?? '')
  const info = artifact.git_commit_info as GitCommitInfo | null
  return [
    {
      environment_name: row.environment_name,
      snapshot_index: row.snapshot_index,
      started_at: row.started_at,
      name: row.name,
      fingerprint: row.fingerprint,
      flow_name: artifact.flow_name,
      other_flows: row.other_flows,
      trail_name: artifact.trail_name,
      template_reference_name: row.template_reference_name || null,
      git_commit: artifact.git_commit,
      commit_url: artifact.commit_url,
      commit_author: info?.author || null,
      commit_lead_time: info?.timestamp == null ? null : row.started_at - info.timestamp,
      replaced: before
        ? {
            name: row.previous?.name ?? before.filename,
            fingerprint: before.fingerprint,
            git_commit: before.git_commit,
            commit_url: before.commit_url,
          }
        : null,
      failure,
      diff_url: before ? codeDiffUrl(before, artifact) : null,
    },
  ]
}

/**
 * Returns one page of deployments with their number, of all or of those that failed: `isPartial` where
 * these were looked for among the newest only.
 */
async function pageOf(
  { org }: OrgContext,
  stretch: Stretch,
  { failed, ...page }: QueryOf<typeof listEndpoint>,
) {
  if (!failed) {
    const [rows, total] = await Promise.all([
      listDeploymentRows(org, stretch, page),
      countDeployments(org, stretch),
    ])
    return { rows, total, isPartial: false }
  }
  const all = await listOutcomes(org, stretch, maxLookedAt + 1)
  const failures = all.slice(0, maxLookedAt).filter((row) => failureOfRow(row) !== null)
  const start = (page.page - 1) * page.per_page
  const only = failures.slice(start, start + page.per_page)
  const rows = await listDeploymentRows(org, stretch, { only, page: 1, per_page: page.per_page })
  return { rows, total: failures.length, outcomes: only, isPartial: all.length > maxLookedAt }
}

/** Lists deployments to an environment, newest first. @throws Problem 400, 404 */
export async function listDeployments(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof listEndpoint>,
) {
  const stretch = await stretchOf(context, name, query, Infinity)
  const { rows, total, outcomes, isPartial } = await pageOf(context, stretch, query)
  return {
    data: await itemsOf(context, stretch, rows, outcomes),
    pagination: pagination(total, query),
    is_partial: isPartial,
  }
}

/** Reads all deployments of a window in batches, each after the last one before, newest first. */
export async function* readDeployments(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof getDeploymentStatistics> & { failed?: boolean | null },
): AsyncGenerator<Deployment[]> {
  const { org } = context
  const stretch = await stretchOf(context, name, query, Infinity)
  const page = { page: 1, per_page: batchSize }
  if (query.failed) {
    const found = await listOutcomes(org, stretch, maxLookedAt)
    for (const only of inBatches(found.filter((row) => failureOfRow(row) !== null))) {
      const rows = await listDeploymentRows(org, stretch, { only, ...page })
      yield itemsOf(context, stretch, rows, only)
    }
    return
  }
  let after: DeploymentListRow | undefined
  for (;;) {
    const rows = await listDeploymentRows(org, stretch, { after, ...page })
    yield itemsOf(context, stretch, rows)
    after = rows.at(-1)
    if (rows.length < batchSize) return
  }
}

/** Deployments as the API shows them; their outcomes are read unless they are known. */
async function itemsOf(
  { org }: OrgContext,
  stretch: Stretch,
  rows: readonly DeploymentListRow[],
  known?: readonly OutcomeRow[],
): Promise<Deployment[]> {
  const ids = rows.flatMap((row) => [row.artifact_id, row.previous?.artifact_id ?? []]).flat()
  const [found, outcomes] = await Promise.all([
    listArtifactsById(org, [...new Set(ids)]),
    known ?? listOutcomesOf(org, stretch, rows),
  ])
  const artifacts = new Map(found.map((artifact) => [artifact.id, artifact]))
  const failures = new Map(outcomes.map((row) => [keyOf(row), failureOfRow(row)]))
  return rows.flatMap((row) => deploymentItem(row, artifacts, failures.get(keyOf(row)) ?? null))
}

/**
 * Requires that all deployments of a window can be looked at where only those that failed are exported:
 * a file does not say that some are missing.
 * @throws Problem 400
 */
export async function requireWhole(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof getDeploymentStatistics> & { failed?: boolean | null },
): Promise<void> {
  if (!query.failed) return
  const total = await countDeployments(context.org, await stretchOf(context, name, query, Infinity))
  if (total <= maxLookedAt) return
  const reason = `Those that failed are looked for among ${formatCount(maxLookedAt)} deployments at most, and this window has ${formatCount(total)}: set a shorter window, or export all`
  throw fieldProblem('failed', reason, true)
}

/** Counts deployments by day, by lead time and by failure. @throws Problem 400, 404 */
export async function countDeploymentTimes(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof getDeploymentStatistics>,
): Promise<DeploymentStatistics> {
  const stretch = await stretchOf(context, name, query)
  const { from, to } = stretch
  const found = await listOutcomes(context.org, stretch, maxLookedAt + 1)
  const times = found.slice(0, maxLookedAt)
  const counts = new Map(daysOfWindow(stretch).map((day) => [day, 0]))
  for (const { started_at } of times) {
    const day = dayStart(started_at)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return {
    from,
    to,
    total: times.length,
    is_partial: found.length > maxLookedAt,
    days: Array.from(counts, ([day, count]) => ({ day, count })),
    ...sumUpFailures(
      times.map((row) => ({ started_at: row.started_at, failure: failureOfRow(row) })),
    ),
    lead_times: sumUpLeadTimes(
      times.map(({ started_at, committed_at }) =>
        committed_at === null ? null : started_at - committed_at,
      ),
    ),
  }
}
