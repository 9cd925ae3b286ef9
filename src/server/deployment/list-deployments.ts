import type { QueryOf } from '#contract/common/endpoint.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import type {
  Deployment,
  DeploymentStatistics,
  getDeploymentStatistics,
  listDeployments as listEndpoint,
} from '#contract/deployment/deployment.ts'
import { dayStart, daysOfWindow } from '#domain/common/days.ts'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import { sumUpLeadTimes } from '#domain/deployment/lead-time.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { memberIds } from '#server/environment/queries.ts'
import { listArtifactsById } from '#server/evaluation/provenance-queries.ts'
import { parseTimeWindow } from '#server/platform/time-window.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import {
  countDeployments,
  type DeploymentListRow,
  listDeploymentRows,
  listDeploymentTimes,
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
  const environmentIds = [id, ...(await memberIds(context.org, id))]
  return { environmentIds, ...parseTimeWindow(query, context.clock(), { maxDays }) }
}

function deploymentItem(
  row: DeploymentListRow,
  artifacts: ReadonlyMap<string, Artifact>,
): Deployment[] {
  const artifact = artifacts.get(row.artifact_id)
  if (!artifact) return []
  const before = artifacts.get(row.previous_artifact_id ?? '')
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
            name: row.previous_name ?? before.filename,
            fingerprint: before.fingerprint,
            git_commit: before.git_commit,
            commit_url: before.commit_url,
          }
        : null,
      diff_url: before ? codeDiffUrl(before, artifact) : null,
    },
  ]
}

/** Lists deployments to an environment, newest first. @throws Problem 400, 404 */
export async function listDeployments(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof listEndpoint>,
) {
  const { org } = context
  const stretch = await stretchOf(context, name, query, Infinity)
  const [rows, total] = await Promise.all([
    listDeploymentRows(org, stretch, query),
    countDeployments(org, stretch),
  ])
  const ids = rows.flatMap((row) => [row.artifact_id, row.previous_artifact_id ?? []]).flat()
  const artifacts = new Map(
    (await listArtifactsById(org, [...new Set(ids)])).map((artifact) => [artifact.id, artifact]),
  )
  return {
    data: rows.flatMap((row) => deploymentItem(row, artifacts)),
    pagination: pagination(total, query),
  }
}

/** Counts deployments by day and by lead time. @throws Problem 400, 404 */
export async function countDeploymentTimes(
  context: OrgContext,
  name: string,
  query: QueryOf<typeof getDeploymentStatistics>,
): Promise<DeploymentStatistics> {
  const stretch = await stretchOf(context, name, query)
  const { from, to } = stretch
  const found = await listDeploymentTimes(context.org, stretch, maxLookedAt + 1)
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
    lead_times: sumUpLeadTimes(
      times.map(({ started_at, committed_at }) =>
        committed_at === null ? null : started_at - committed_at,
      ),
    ),
  }
}
