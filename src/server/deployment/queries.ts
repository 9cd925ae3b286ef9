import { type ExpressionBuilder, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type PageOf, offsetPage } from '#server/database/keyset-page.ts'
import type { Tables } from '#server/database/tables.ts'

/** Of the same flow and name, the other artifact that ran before a deployment, or after it. */
export const neighbourOf = (
  from: ExpressionBuilder<Tables, 'deployment'>,
  side: 'before' | 'after',
) =>
  from
    .selectFrom('deployment as neighbour')
    .whereRef('neighbour.org_id', '=', 'deployment.org_id')
    .whereRef('neighbour.environment_id', '=', 'deployment.environment_id')
    .whereRef('neighbour.flow_id', '=', 'deployment.flow_id')
    .whereRef('neighbour.template_reference_name', '=', 'deployment.template_reference_name')
    .whereRef(
      'neighbour.snapshot_index',
      side === 'before' ? '<' : '>',
      'deployment.snapshot_index',
    )
    .whereRef('neighbour.fingerprint', '!=', 'deployment.fingerprint')
    .orderBy('neighbour.snapshot_index', side === 'before' ? 'desc' : 'asc')
    .limit(1)

/** Deployments, each with the one of the same flow and name that it replaced. */
const withPrevious = (org: OrgDatabase) =>
  org
    .selectFrom('deployment')
    .leftJoinLateral(
      (from) =>
        neighbourOf(from, 'before')
          .select(['neighbour.artifact_id', 'neighbour.name', 'neighbour.fingerprint'])
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
      // Not a plain comparison: a plan made for any environment would read everything that ever ran
      // in one.
      .where(sql<boolean>`deployment.environment_id || '' = any(${environmentIds})`)
      .execute()
  )
}
export type DeploymentOf = Awaited<ReturnType<typeof listDeploymentsOf>>[number]

/** A window of some environments; instants in Unix seconds, both included. */
export interface Stretch {
  environmentIds: readonly string[]
  from: number
  to: number
}

/** Rows of other flows, or slots, about the same start; found by fingerprint, as above. */
const twins = sql`deployment as twin
  where twin.org_id = deployment.org_id and twin.fingerprint = deployment.fingerprint
    and twin.environment_id || '' = deployment.environment_id
    and twin.snapshot_index = deployment.snapshot_index`

/** Starts within a stretch, each by the row of what was reported first. */
export const isStartWithin = ({ environmentIds, from, to }: Stretch) =>
  sql<boolean>`deployment.environment_id = any(${environmentIds})
    and deployment.started_at >= ${from} and deployment.started_at <= ${to}
    and not exists (select from ${twins}
      and (twin.artifact_id, twin.flow_id, twin.template_reference_name)
        < (deployment.artifact_id, deployment.flow_id, deployment.template_reference_name))`

/** What tells a start from others. */
export interface StartKey {
  environment_id: string
  snapshot_index: number
  fingerprint: string
}

/** Starts of some keys. */
export function isOneOf(keys: readonly StartKey[]) {
  const environments = keys.map(({ environment_id }) => environment_id)
  const indexes = keys.map(({ snapshot_index }) => snapshot_index)
  const fingerprints = keys.map(({ fingerprint }) => fingerprint)
  return sql<boolean>`
    (deployment.environment_id, deployment.snapshot_index, deployment.fingerprint) in (
      select * from unnest(${environments}::text[], ${indexes}::integer[], ${fingerprints}::text[]))`
}

/** Names of other flows that know the started artifact. */
const otherFlows = sql<string[]>`array(
  select distinct flow.name from flow
  where flow.org_id = deployment.org_id and flow.id <> deployment.flow_id
    and flow.id in (select twin.flow_id from ${twins})
  order by flow.name)`

/** One page of the deployments of a window, or of some of them, newest first. */
export function listDeploymentRows(
  org: OrgDatabase,
  stretch: Stretch,
  { only, ...page }: PageOf & { only?: readonly StartKey[] },
) {
  const rows = withPrevious(org)
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'deployment.org_id')
        .onRef('environment.id', '=', 'deployment.environment_id'),
    )
    .select(['deployment.name', 'deployment.artifact_id', 'deployment.started_at'])
    .select(['environment.name as environment_name', otherFlows.as('other_flows')])
    .where(only ? isOneOf(only) : sql<boolean>`true`)
    .where(isStartWithin(stretch))
    .orderBy('deployment.started_at', 'desc')
    .orderBy('deployment.environment_id')
    .orderBy('deployment.name')
    .orderBy('deployment.fingerprint')
  return offsetPage(rows, page).execute()
}
export type DeploymentListRow = Awaited<ReturnType<typeof listDeploymentRows>>[number]

/** Counts the deployments of a window, each once however many flows know it. */
export async function countDeployments(org: OrgDatabase, stretch: Stretch): Promise<number> {
  const { total } = await org
    .selectFrom('deployment')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(isStartWithin(stretch))
    .executeTakeFirstOrThrow()
  return total
}
