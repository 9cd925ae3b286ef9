import { type ExpressionBuilder, sql } from 'kysely'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

/** Of the same flow and name, the other artifact that ran before a deployment, or after it. */
const neighbourOf = (
  { orgId }: OrgDatabase,
  from: ExpressionBuilder<Tables, 'deployment'>,
  side: 'before' | 'after',
) =>
  from
    .selectFrom('deployment as neighbour')
    .where('neighbour.org_id', '=', orgId)
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

/**
 * Deployments, each with the one of the same flow and name that it replaced: selected, not joined, so
 * that it is looked up for the rows of a page only.
 */
const withPrevious = (org: OrgDatabase) =>
  org
    .selectFrom('deployment')
    .select(['deployment.environment_id', 'deployment.fingerprint', 'deployment.flow_id'])
    .select(['deployment.snapshot_index', 'deployment.template_reference_name'])
    .select((from) =>
      neighbourOf(org, from, 'before')
        .select(
          sql<{ artifact_id: string; name: string }>`
            json_build_object('artifact_id', neighbour.artifact_id, 'name', neighbour.name)`.as(
            'it',
          ),
        )
        .as('previous'),
    )

/** Artifacts in environments. */
export interface Deployed {
  environmentIds: readonly string[]
  fingerprints: readonly string[]
}

/** Query of the deployments of fingerprints in environments. */
export const deploymentsOf = (org: OrgDatabase, { environmentIds, fingerprints }: Deployed) =>
  withPrevious(org)
    .where(sql<boolean>`deployment.fingerprint = any(${fingerprints})`)
    // Not a plain comparison: a plan made for any environment would read everything that ever ran in
    // one.
    .where(sql<boolean>`deployment.environment_id || '' = any(${environmentIds})`)

/** Deployments of fingerprints in environments. */
export const listDeploymentsOf = (org: OrgDatabase, deployed: Deployed) =>
  deploymentsOf(org, deployed).execute()
export type DeploymentOf = Awaited<ReturnType<typeof listDeploymentsOf>>[number]

/** A window of some environments; instants in Unix seconds, both included. */
export interface Stretch {
  environmentIds: readonly string[]
  from: number
  to: number
}

/** Rows of other flows, or slots, about the same start; found by fingerprint, as above. */
const twins = ({ orgId }: OrgDatabase) => sql`deployment as twin
  where twin.org_id = ${orgId} and twin.fingerprint = deployment.fingerprint
    and twin.environment_id || '' = deployment.environment_id
    and twin.snapshot_index = deployment.snapshot_index`

/**
 * Starts within a stretch, each by the row of what was reported first. The index of starts has a
 * condition, so that it serves nothing but windows of time.
 */
const isStartWithin = (org: OrgDatabase, { environmentIds, from, to }: Stretch) =>
  sql<boolean>`deployment.environment_id = any(${environmentIds})
    and deployment.started_at >= 0 and deployment.started_at >= ${from} and deployment.started_at <= ${to}
    and not exists (select from ${twins(org)}
      and (twin.artifact_id, twin.flow_id, twin.template_reference_name)
        < (deployment.artifact_id, deployment.flow_id, deployment.template_reference_name))`

/** Columns that tell a start from others. */
export interface StartKey {
  environment_id: string
  snapshot_index: number
  fingerprint: string
}

/** Starts of some keys. */
function isOneOf(keys: readonly StartKey[]) {
  const environments = keys.map(({ environment_id }) => environment_id)
  const indexes = keys.map(({ snapshot_index }) => snapshot_index)
  const fingerprints = keys.map(({ fingerprint }) => fingerprint)
  return sql<boolean>`
    (deployment.environment_id, deployment.snapshot_index, deployment.fingerprint) in (
      select * from unnest(${environments}::text[], ${indexes}::integer[], ${fingerprints}::text[]))`
}

/** Names of other flows that know the started artifact. */
const otherFlows = (org: OrgDatabase) => sql<string[]>`array(
  select distinct flow.name from flow
  where flow.org_id = ${org.orgId} and flow.id <> deployment.flow_id
    and flow.id in (select twin.flow_id from ${twins(org)})
  order by flow.name)`

/** Row after which the deployments of a window go on. */
type Position = Pick<StartKey, 'environment_id' | 'fingerprint'> & {
  name: string
  started_at: number
}

/** Condition for rows that come after a position in a list, newest first. */
const isAfter = ({ started_at, ...one }: Position) => sql<boolean>`
  deployment.started_at <= ${started_at} and (deployment.started_at < ${started_at} or
    (deployment.environment_id, deployment.name, deployment.fingerprint)
      > (${one.environment_id}, ${one.name}, ${one.fingerprint}))`

/** One page of the deployments of a window, of some of them, or of those after one, newest first. */
export function listDeploymentRows(
  org: OrgDatabase,
  stretch: Stretch,
  { only, after, ...page }: PageOf & { only?: readonly StartKey[]; after?: Position | undefined },
) {
  const rows = withPrevious(org)
    .innerJoin('environment', onOrgAnd('environment.id', 'deployment.environment_id'))
    .select(['deployment.name', 'deployment.artifact_id', 'deployment.started_at'])
    .select(['environment.name as environment_name', otherFlows(org).as('other_flows')])
    .where(only ? isOneOf(only) : sql<boolean>`true`)
    .where(after ? isAfter(after) : sql<boolean>`true`)
    .where(isStartWithin(org, stretch))
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
    .where(isStartWithin(org, stretch))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Snapshot of a start, where it turned the environment non-compliant and the started artifact fails
 * in it. The first snapshot of an environment turns nothing.
 */
const failing = ({ orgId }: OrgDatabase) => sql<boolean>`exists (
  select from snapshot
  where snapshot.org_id = ${orgId} and snapshot.environment_id = deployment.environment_id
    and snapshot.index = deployment.snapshot_index and snapshot.index > 1
    and snapshot.is_flip and snapshot.state = false
    and exists (
      select from verdict
      where verdict.org_id = ${orgId}
        and verdict.environment_id = deployment.environment_id
        and verdict.name = deployment.name and verdict.fingerprint = deployment.fingerprint
        and verdict.from_index <= deployment.snapshot_index
        and coalesce(verdict.to_index > deployment.snapshot_index, true)
        and not verdict.compliant))`

/** Starts, each with what became of its environment, and the name of what replaced it. */
const outcomes = (org: OrgDatabase) =>
  org
    .selectFrom('deployment')
    .leftJoinLateral(
      (from) =>
        neighbourOf(org, from, 'after')
          .select(['neighbour.name', 'neighbour.started_at'])
          .as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('snapshot as restored')
          .where('restored.org_id', '=', org.orgId)
          .whereRef('restored.environment_id', '=', 'deployment.environment_id')
          .whereRef('restored.index', '>', 'deployment.snapshot_index')
          .where('restored.state', '=', true)
          .where(failing(org))
          .select(['restored.created_at', 'restored.cause'])
          .orderBy('restored.index')
          .limit(1)
          .as('restored'),
      (join) => join.onTrue(),
    )
    .innerJoin('artifact', onOrgAnd('artifact.id', 'deployment.artifact_id'))
    .select(['deployment.environment_id', 'deployment.snapshot_index', 'deployment.fingerprint'])
    .select(['deployment.name', 'deployment.started_at'])
    .select(['next.name as next_name', 'next.started_at as next_started_at'])
    .select(failing(org).as('is_failing'))
    .select('restored.created_at as restored_at')
    .select(sql<VerdictCause | null>`restored.cause`.as('restored_cause'))
    .select(
      sql<number | null>`(artifact.git_commit_info ->> 'timestamp')::double precision`.as(
        'committed_at',
      ),
    )
    .orderBy('deployment.started_at', 'desc')
    .orderBy('deployment.environment_id')
    .orderBy('deployment.name')
    .orderBy('deployment.fingerprint')

/** The newest deployments of a window with their outcomes, newest first. */
export const listOutcomes = (org: OrgDatabase, stretch: Stretch, limit: number) =>
  outcomes(org).where(isStartWithin(org, stretch)).limit(limit).execute()
export type OutcomeRow = Awaited<ReturnType<typeof listOutcomes>>[number]

/** The outcomes of some deployments of a window. */
export const listOutcomesOf = (org: OrgDatabase, stretch: Stretch, keys: readonly StartKey[]) =>
  outcomes(org).where(isStartWithin(org, stretch)).where(isOneOf(keys)).execute()
