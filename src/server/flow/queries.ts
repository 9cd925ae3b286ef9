import { type ExpressionBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listFlows } from '#contract/flow/flow.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import {
  isInSpaces,
  isInView,
  isNothingExpected,
  matchesTag,
  onOrgAnd,
} from '#server/database/conditions.ts'
import { latestActivity } from '#server/database/flow-activity.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'
import { unlessTaken } from '#server/database/write-conflicts.ts'

const named = (org: OrgDatabase, name: string) =>
  org.selectFrom('flow').selectAll('flow').where('flow.name', '=', name)

const newestRepo = ({ orgId }: OrgDatabase, noun: 'trail' | 'artifact') => sql`(
  select noun.repo_id from ${sql.table(noun)} as noun
  where noun.org_id = ${orgId} and noun.flow_id = flow.id and noun.repo_id is not null
  order by noun.created_at desc, noun.id desc limit 1)`

/** Address of the repository of the joined flow's newest trail, else of an artifact. */
const repoUrl = (org: OrgDatabase) => sql<string | null>`(
  select repo.url from repo where repo.org_id = ${org.orgId}
    and repo.id = coalesce(${newestRepo(org, 'trail')}, ${newestRepo(org, 'artifact')}))`

/** Address of a flow's repository, or null if no report named one. */
export async function findRepoUrl(org: OrgDatabase, flowId: string): Promise<string | null> {
  const query = org.selectFrom('flow').select(repoUrl(org).as('url')).where('flow.id', '=', flowId)
  return (await query.executeTakeFirst())?.url ?? null
}

const flowNamed = preparedQuery((org, { name }: { name: string }) => named(org, name))

/** Finds a flow by name, archived ones included. */
export async function findFlow(org: OrgDatabase, name: string) {
  const [flow] = await flowNamed(org, { name })
  return flow
}

/**
 * Finds a flow by name and locks it: `share` against its archiving, `update` to change it. Shared is
 * the lock that a reference to the flow takes anyway.
 */
export function lockFlow(org: OrgDatabase, name: string, strength: 'share' | 'update') {
  const query = named(org, name)
  return (strength === 'share' ? query.forKeyShare() : query.forUpdate()).executeTakeFirst()
}

/** Inserts a flow; false when one of that name appeared meanwhile. */
export async function insertFlow(org: OrgDatabase, flow: NewRow<'flow'>): Promise<boolean> {
  const result = await org
    .insertInto('flow', flow)
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a flow's own fields and makes it active. */
export async function updateFlow(
  org: OrgDatabase,
  id: string,
  fields: { description: string; visibility: 'public' | 'private'; template_id: string },
): Promise<void> {
  await org
    .updateTable('flow')
    .set({ ...fields, archived_at: null })
    .where('flow.id', '=', id)
    .execute()
}

/** Renames a flow; false when the name is taken, by an archived flow too. */
export function updateFlowName(org: OrgDatabase, id: string, name: string): Promise<boolean> {
  return unlessTaken(org.updateTable('flow').set({ name }).where('flow.id', '=', id).execute())
}

/** Archives a flow. */
export async function setFlowArchived(org: OrgDatabase, id: string, at: number): Promise<void> {
  await org.updateTable('flow').set({ archived_at: at }).where('flow.id', '=', id).execute()
}

/** Replaces the tags of a flow; called with the flow locked. */
export async function setFlowTags(
  org: OrgDatabase,
  id: string,
  tags: Record<string, string>,
): Promise<void> {
  await org
    .updateTable('flow')
    .set({ tags: JSON.stringify(tags) })
    .where('flow.id', '=', id)
    .execute()
}

/** Adds a version to a flow's templates; called with the flow locked. */
export async function addFlowTemplate(
  org: OrgDatabase,
  version: Omit<NewRow<'flow_template'>, 'version'>,
): Promise<void> {
  const { newest } = await org
    .selectFrom('flow_template')
    .select((select) => select.fn.coalesce(select.fn.max('version'), sql<number>`0`).as('newest'))
    .where('flow_template.flow_id', '=', version.flow_id)
    .executeTakeFirstOrThrow()
  await org.insertInto('flow_template', { ...version, version: newest + 1 }).execute()
}

/** The tags of all flows, archived ones included. */
export const listFlowTags = (org: OrgDatabase) =>
  org.selectFrom('flow').select(['flow.id', 'flow.tags']).execute()

/** Counts active flows with any of some tags, `key` or `key:value`; null for all of them. */
export async function countFlowsTagged(
  org: OrgDatabase,
  tags: readonly string[] | null,
): Promise<number> {
  let query = org.selectFrom('flow').where('flow.archived_at', 'is', null)
  if (tags)
    query = query.where((where) => where.or(tags.map((one) => matchesTag('flow.tags', one))))
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type Filters = Pick<
  QueryOf<typeof listFlows>,
  'search_by_name' | 'case_sensitive' | 'sort' | 'sort_direction'
> & {
  visibility?: 'public' | 'private' | null
  verdict?: string[] | null
  tag?: string[] | null
  space_id?: string[] | null
}

/** Trails of the joined flow with their states, newest first. */
const newestTrails = (org: OrgDatabase, from: ExpressionBuilder<Tables, 'flow'>) =>
  from
    .selectFrom('trail')
    .innerJoin('trail_status', onOrgAnd('trail_status.trail_id', 'trail.id'))
    .where('trail.org_id', '=', org.orgId)
    .whereRef('trail.flow_id', '=', 'flow.id')
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')

const latestState = (org: OrgDatabase, from: ExpressionBuilder<Tables, 'flow'>) =>
  newestTrails(org, from).select('trail_status.state').limit(1)

/** The joined flow's newest trail, null without trails; all of it at once, as it is found once. */
function latestTrail(org: OrgDatabase, from: ExpressionBuilder<Tables, 'flow'>) {
  const newest = newestTrails(org, from)
    .select(['trail.id', 'trail_status.state', 'trail_status.override_count'])
    .select(isNothingExpected.as('nothing_expected'))
    .limit(1)
  return sql<{
    id: string
    state: TrailState
    override_count: number
    nothing_expected: boolean
  } | null>`(select to_json(newest) from ${newest} as newest)`
}

/** Flows in view that match the filters. */
function flowsMatching(org: OrgDatabase, filters: Filters) {
  const { search_by_name, case_sensitive, visibility, verdict, tag, space_id } = filters
  let query = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  if (search_by_name) {
    const position = case_sensitive
      ? sql<number>`strpos(flow.name, ${search_by_name})`
      : sql<number>`strpos(lower(flow.name), lower(${search_by_name}))`
    query = query.where(position, '>', 0)
  }
  if (space_id?.length) query = query.where(isInSpaces(org, 'flow.space_id', space_id))
  if (visibility) query = query.where('flow.visibility', '=', visibility)
  for (const one of tag ?? []) query = query.where(matchesTag('flow.tags', one))
  if (verdict?.length) {
    query = query.where((from) => sql<boolean>`${latestState(org, from)} = any(${verdict})`)
  }
  return query
}

function sortedFlows(org: OrgDatabase, filters: Filters) {
  const { sort_direction: direction } = filters
  let query = flowsMatching(org, filters)
    .select((from) => [
      latestTrail(org, from).as('latest_trail'),
      latestActivity(org).as('latest_activity_at'),
      repoUrl(org).as('repo_url'),
    ])
    .innerJoin('template', onOrgAnd('template.id', 'flow.template_id'))
    .select([
      'flow.id',
      'flow.name',
      'flow.description',
      'flow.visibility',
      'flow.tags',
      'flow.archived_at',
      'flow.space_id',
      'template.content',
      'template.names',
    ])
  if (filters.sort === 'latest_activity') {
    query = query.orderBy('latest_activity_at', (order) =>
      direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
    )
  }
  // Ties are broken by name, then id, whatever the direction.
  return query.orderBy('flow.name', filters.sort === 'name' ? direction : 'asc').orderBy('flow.id')
}

/** One page of matching flows, or all of them, with the states of their newest trails. */
export function listFlowRows(org: OrgDatabase, filters: Filters, page: PageOf | null) {
  const query = sortedFlows(org, filters)
  return (page ? offsetPage(query, page) : query).execute()
}

/** Ids of all matching flows in order, which may change while their rows are read. */
export async function listFlowIds(org: OrgDatabase, filters: Filters): Promise<string[]> {
  const rows = await sortedFlows(org, filters)
    .clearSelect()
    .select(['flow.id', latestActivity(org).as('latest_activity_at')])
    .execute()
  return rows.map((row) => row.id)
}

/** Rows of some flows, in the order of their ids. */
export async function listFlowRowsOf(org: OrgDatabase, ids: string[], filters: Filters) {
  const { sort, sort_direction, case_sensitive } = filters
  const rows = await sortedFlows(org, { sort, sort_direction, case_sensitive })
    .where(sql<boolean>`flow.id = any(${ids})`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Counts matching flows. */
export async function countFlows(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await flowsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The newest trails of some flows, newest first, at most `limit` each. */
export function recentTrails(org: OrgDatabase, flowIds: string[], limit: number) {
  return org
    .selectFrom('flow')
    .innerJoinLateral(
      (from) =>
        newestTrails(org, from)
          .select(['trail.name', 'trail_status.state', 'trail_status.override_count'])
          .select(['trail.created_at', 'trail.id', isNothingExpected.as('nothing_expected')])
          .limit(limit)
          .as('recent'),
      (join) => join.onTrue(),
    )
    .select(['flow.id as flow_id', 'recent.id', 'recent.name', 'recent.state'])
    .select(['recent.override_count', 'recent.nothing_expected'])
    .where(sql<boolean>`flow.id = any(${flowIds})`)
    .orderBy('recent.created_at', 'desc')
    .orderBy('recent.id', 'desc')
    .execute()
}

/** Counts trails in trouble of some flows, by state. */
export function countTrouble(org: OrgDatabase, flowIds: string[]) {
  return org
    .selectFrom('trail_status')
    .select((select) => [
      'trail_status.flow_id',
      'trail_status.state',
      select.fn.countAll<number>().as('count'),
    ])
    .where(sql<boolean>`trail_status.flow_id = any(${flowIds})`)
    .where('trail_status.state', 'in', ['NON-COMPLIANT', 'INCOMPLETE'])
    .groupBy(['trail_status.flow_id', 'trail_status.state'])
    .execute()
}
