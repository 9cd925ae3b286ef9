import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'

const batch = 200

/**
 * Works out which artifacts of flows began to run where, for what is waiting: a snapshot, or the
 * report of an artifact that may have been running before. Run it after the commit of what waits:
 * two writers that do not see each other are then both seen.
 * @returns how many were waiting
 */
export function noteDeployments(outer: OrgDatabase): Promise<number> {
  return outer.transaction(async (org) => {
    const waiting = await org
      .deleteFrom('dirty')
      .where((where) =>
        where(
          'dirty.id',
          'in',
          org.selectFrom('dirty').select('dirty.id').limit(batch).forUpdate().skipLocked(),
        ),
      )
      .returning(['dirty.fingerprint', 'dirty.environment_id', 'dirty.snapshot_index'])
      .execute()
    const fingerprints = waiting.flatMap(({ fingerprint }) => fingerprint ?? [])
    const snapshots = waiting.filter(({ environment_id }) => environment_id !== null)
    const startedIn = sql`(running.environment_id, running.from_index) in (
      select * from unnest(${snapshots.map((one) => one.environment_id)}::text[],
        ${snapshots.map((one) => one.snapshot_index)}::integer[]))`
    if (fingerprints.length > 0) {
      await org.writeTogether([
        insertDeployments(org, sql`running.fingerprint = any(${fingerprints})`),
      ])
    }
    if (snapshots.length > 0) await org.writeTogether([insertDeployments(org, startedIn)])
    return waiting.length
  })
}

/** What began to run without a gap, once for each flow and name in its template. */
const insertDeployments = (org: OrgDatabase, which: ReturnType<typeof sql>) => sql`
  insert into deployment (org_id, environment_id, flow_id, template_reference_name, snapshot_index,
    name, fingerprint, artifact_id, started_at)
  select distinct on (running.environment_id, artifact.flow_id, template_name,
      running.from_index, running.fingerprint)
    running.org_id, running.environment_id, artifact.flow_id, template_name, running.from_index,
    running.name, running.fingerprint, artifact.id, running.started_at
  from running
  join artifact on artifact.org_id = running.org_id and artifact.fingerprint = running.fingerprint
  cross join lateral (select coalesce(artifact.template_reference_name, '') as template_name) as own
  where running.org_id = ${org.orgId} and running.from_index = running.started_index
    and running.fingerprint <> '' and ${which}
  order by running.environment_id, artifact.flow_id, template_name, running.from_index,
    running.fingerprint, artifact.created_at desc
  on conflict do nothing`

/** Deployments, each with the one of the same flow and name that it took the place of. */
const withPrevious = (org: OrgDatabase) =>
  org
    .selectFrom('deployment')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('deployment as before')
          .whereRef('before.org_id', '=', 'deployment.org_id')
          .whereRef('before.environment_id', '=', 'deployment.environment_id')
          .whereRef('before.flow_id', '=', 'deployment.flow_id')
          .whereRef('before.template_reference_name', '=', 'deployment.template_reference_name')
          .whereRef('before.snapshot_index', '<', 'deployment.snapshot_index')
          .whereRef('before.fingerprint', '!=', 'deployment.fingerprint')
          .select(['before.artifact_id', 'before.name', 'before.fingerprint'])
          .orderBy('before.snapshot_index', 'desc')
          .limit(1)
          .as('previous'),
      (join) => join.onTrue(),
    )
    .select(['deployment.environment_id', 'deployment.fingerprint', 'deployment.flow_id'])
    .select(['deployment.snapshot_index', 'deployment.template_reference_name'])
    .select(['previous.artifact_id as previous_artifact_id', 'previous.name as previous_name'])
    .select('previous.fingerprint as previous_fingerprint')

/** Deployments of fingerprints in environments. */
export function listDeploymentsOf(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
) {
  return (
    withPrevious(org)
      .where(sql<boolean>`deployment.fingerprint = any(${fingerprints})`)
      // Not a plain comparison: a plan made for any environment would read all that ever ran in one.
      .where(sql<boolean>`deployment.environment_id || '' = any(${environmentIds})`)
      .execute()
  )
}
export type DeploymentOf = Awaited<ReturnType<typeof listDeploymentsOf>>[number]

interface Stretch {
  environmentIds: readonly string[]
  from: number
  to: number
}

const isWithin = ({ environmentIds, from, to }: Stretch) =>
  sql<boolean>`deployment.environment_id = any(${environmentIds})
    and deployment.started_at >= ${from} and deployment.started_at <= ${to}`

/** One page of the deployments of a window, newest first. */
export function listDeploymentRows(org: OrgDatabase, stretch: Stretch, page: PageOf) {
  const rows = withPrevious(org)
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'deployment.org_id')
        .onRef('environment.id', '=', 'deployment.environment_id'),
    )
    .select(['deployment.name', 'deployment.artifact_id', 'deployment.started_at'])
    .select('environment.name as environment_name')
    .where(isWithin(stretch))
    .orderBy('deployment.started_at', 'desc')
    .orderBy('deployment.environment_id')
    .orderBy('deployment.name')
    .orderBy('deployment.fingerprint')
    .orderBy('deployment.flow_id')
    .orderBy('deployment.template_reference_name')
  return takePage(rows, page).execute()
}
export type DeploymentListRow = Awaited<ReturnType<typeof listDeploymentRows>>[number]

/** How many deployments a window has. */
export async function countDeployments(org: OrgDatabase, stretch: Stretch): Promise<number> {
  const { total } = await org
    .selectFrom('deployment')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(isWithin(stretch))
    .executeTakeFirstOrThrow()
  return total
}

/** When the newest deployments of a window began, and when their commits were made, newest first. */
export function listDeploymentTimes(org: OrgDatabase, stretch: Stretch, limit: number) {
  return org
    .selectFrom('deployment')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'deployment.org_id')
        .onRef('artifact.id', '=', 'deployment.artifact_id'),
    )
    .select('deployment.started_at')
    .select(
      sql<number | null>`(artifact.git_commit_info ->> 'timestamp')::double precision`.as(
        'committed_at',
      ),
    )
    .where(isWithin(stretch))
    .orderBy('deployment.started_at', 'desc')
    .limit(limit)
    .execute()
}
