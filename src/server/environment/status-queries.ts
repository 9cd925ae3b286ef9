import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type {
  EnvironmentSummary,
  listEnvironmentSummaries,
} from '#contract/environment/environment-list.ts'
import type { ReportRhythm } from '#domain/environment/report-rhythm.ts'
import type { Reported, ReportingRules } from '#domain/environment/stale-report.ts'
import type { CarrierTotals } from '#domain/verdict/qualifiers.ts'
import { isInView, isInSpaces, matchesTag, verdictOfState } from '#server/database/conditions.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { isOverdue } from '#server/database/silences.ts'
import { environmentColumns } from './queries.ts'

type Member = NonNullable<EnvironmentSummary['members']>[number]
type Reports = Pick<Reported, 'heard_at' | 'reporting_minutes' | 'learned_interval'>
type Members =
  | (Omit<Member, 'stale_at' | 'qualifiers' | 'running'> &
      Reports & {
        id: string
        non_compliant_count: number
        judged_count: number
        carriers: CarrierTotals | null
      })[]
  | null

/** The worst state of some environments: false before unknown, and unknown before true. */
const worstState = sql<boolean | null>`case when bool_or(not s.state) then false
  when bool_or(s.state is null) then null else bool_and(s.state) end`

const activeMembers = ({ orgId }: OrgDatabase) => sql`environment_member m
  join environment e on e.org_id = m.org_id and e.id = m.member_id and e.archived_at is null
  join environment_state s on s.org_id = e.org_id and s.environment_id = e.id
  where m.org_id = ${orgId} and m.environment_id = environment.id`

/**
 * Status of the joined environment. A logical one has the worst state of its active members; its
 * own snapshots date its changes.
 */
const status = (org: OrgDatabase) => sql<{
  state: boolean | null
  since: number
  last_reported_at: number | null
  heard_at: number | null
  report_rhythm: ReportRhythm | null
  learned_interval: number | null
  last_changed_at: number | null
  snapshot_index: number
  running_count: number
  non_compliant_count: number
  /** Number of running artifacts evaluated by policies. */
  judged_count: number
  /** Qualifiers of the state; null of a logical one, whose members have theirs. */
  carriers: CarrierTotals | null
  members: Members
}>`(
  select own.last_reported_at, own.heard_at, own.report_rhythm, own.learned_interval,
    own.last_changed_at, own.snapshot_index,
    own.state, own.state_since as since, own.running_count, own.non_compliant_count,
    case when own.is_judged then own.running_count else 0 end as judged_count,
    own.carriers, null::json as members
  from environment_state own
  where environment.type <> 'logical'
    and own.org_id = ${org.orgId} and own.environment_id = environment.id
  union all
  select together.last_reported_at, null, null::json, null,
    own.last_changed_at, own.snapshot_index,
    together.state, coalesce(together.since, own.state_since),
    together.running_count, together.non_compliant_count, together.judged_count,
    null::json, together.members
  from environment_state own, lateral (
    select max(s.last_reported_at) as last_reported_at,
      ${worstState} as state,
      case when bool_or(not s.state) then min(s.state_since) filter (where not s.state)
        when bool_or(s.state is null) then min(s.state_since) filter (where s.state is null)
        else max(s.state_since) end as since,
      coalesce(sum(s.running_count), 0)::integer as running_count,
      coalesce(sum(s.non_compliant_count), 0)::integer as non_compliant_count,
      coalesce(sum(s.running_count) filter (where s.is_judged), 0)::integer as judged_count,
      coalesce(json_agg(json_build_object(
        'id', e.id, 'name', e.name, 'type', e.type, 'description', e.description, 'tags', e.tags,
        'state', s.state, 'since', s.state_since,
        'last_reported_at', s.last_reported_at, 'last_changed_at', s.last_changed_at,
        'heard_at', s.heard_at, 'learned_interval', s.learned_interval,
        'reporting_minutes', e.reporting_minutes,
        'snapshot_index', s.snapshot_index, 'running_count', s.running_count,
        'non_compliant_count', s.non_compliant_count,
        'judged_count', case when s.is_judged then s.running_count else 0 end,
        'carriers', s.carriers
      ) order by e.name), '[]') as members
    from ${activeMembers(org)}
  ) as together
  where environment.type = 'logical'
    and own.org_id = ${org.orgId} and own.environment_id = environment.id)`

/** Names of the policies attached to the joined environment, in name order. */
const policyNames = ({ orgId }: OrgDatabase) => sql<string[]>`array(
  select policy.name from policy_attachment
  join policy on policy.org_id = policy_attachment.org_id
    and policy.id = policy_attachment.policy_id
  where policy_attachment.org_id = ${orgId}
    and policy_attachment.environment_id = environment.id
  order by policy.name)`

/** The snapshot in which the joined environment got its verdict. */
const newestFlip = ({ orgId }: OrgDatabase) => sql<EnvironmentSummary['flip']>`(
  select json_build_object('snapshot_index', index, 'at', created_at, 'cause', cause)
  from snapshot where snapshot.org_id = ${orgId}
    and snapshot.environment_id = environment.id and is_flip
  order by index desc limit 1)`

/** Environments, joined with their status. */
const withStatus = (org: OrgDatabase) =>
  org.selectFrom('environment').innerJoinLateral(status(org).as('status'), (join) => join.onTrue())

const columnsOf = (org: OrgDatabase) =>
  [
    ...environmentColumns,
    'status.state',
    'status.since',
    'status.last_reported_at',
    'status.heard_at',
    'status.report_rhythm',
    'status.learned_interval',
    'status.last_changed_at',
    'status.snapshot_index',
    'status.running_count',
    'status.non_compliant_count',
    'status.judged_count',
    'status.carriers',
    'status.members',
    policyNames(org).as('policies'),
    newestFlip(org).as('flip'),
  ] as const

const statusOf = preparedQuery(['id'], (org, { id }) =>
  withStatus(org).select(columnsOf(org)).where('environment.id', '=', id),
)

/** Reads the status of one environment. */
export async function readStatus(org: OrgDatabase, id: string) {
  const [row] = await statusOf(org, { id })
  if (!row) throw new Error(`environment ${id} does not exist`)
  return row
}
export type StatusRow = Awaited<ReturnType<typeof readStatus>>

type ListQuery = QueryOf<typeof listEnvironmentSummaries>

type Filters = Omit<ListQuery, 'page' | 'per_page' | 'stale' | 'sort'> & {
  /** Whether they are stale, and what that is measured with. */
  stale?: { is: boolean; rules: ReportingRules } | null
  /** Worst verdict first needs what staleness is measured with. */
  sort: Exclude<ListQuery['sort'], 'verdict'> | { worstFirst: ReportingRules }
}

type Unsorted = Omit<Filters, 'sort' | 'sort_direction'>

/** State of the joined environment, for filters: without the rest of its status. */
const stateNow = (org: OrgDatabase) => sql<boolean | null>`case when environment.type = 'logical'
  then (select ${worstState} from ${activeMembers(org)}) else environment_state.state end`

const verdictNow = (org: OrgDatabase) => verdictOfState(stateNow(org))

/** Condition that the joined environment is stale, as `staleAt` works it out. */
const isStaleNow = (org: OrgDatabase, rules: ReportingRules) =>
  sql<boolean>`(environment.archived_at is null and case when environment.type = 'logical'
    then coalesce((select case when bool_or(not s.state)
      then bool_and(${isOverdue('e', 's', rules)}) filter (where not s.state)
      else bool_or(${isOverdue('e', 's', rules)}) end from ${activeMembers(org)}), false)
    else ${isOverdue('environment', 'environment_state', rules)} end)`

/** Rank of the joined environment, worst first; causes before what contains them. */
const rankNow = (org: OrgDatabase, rules: ReportingRules) =>
  sql<number>`case when ${verdictNow(org)} = 'NON-COMPLIANT' then 0 when ${isStaleNow(org, rules)} then 2
    when ${verdictNow(org)} = 'UNKNOWN' then 4 else 6 end
    + case when environment.type = 'logical' then 1 else 0 end`

/**
 * Condition that the joined environment is in view and matches the filters on its own fields,
 * whatever its status.
 */
function matchesOwnFilters(org: OrgDatabase, { name, type, tag, space_id }: Unsorted) {
  const all = [
    isInView(org, 'environment.archived_at'),
    ...(tag ?? []).map((one) => matchesTag('environment.tags', one)),
  ]
  if (name) all.push(sql`strpos(lower(environment.name), lower(${name})) > 0`)
  if (type?.length) all.push(sql`environment.type = any(${type})`)
  if (space_id?.length) all.push(isInSpaces(org, 'environment.space_id', space_id))
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/**
 * Environments in view that match the filters, with their own states: each has one, but only a left
 * join is left out of queries that ask nothing of it.
 */
function environmentsMatching(org: OrgDatabase, filters: Unsorted) {
  let query = org
    .selectFrom('environment')
    .leftJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .where(matchesOwnFilters(org, filters))
  const { stale, verdict } = filters
  if (stale) query = query.where(sql<boolean>`${isStaleNow(org, stale.rules)} = ${stale.is}`)
  if (!verdict?.length) return query
  return query.where(sql<boolean>`${verdictNow(org)} = any(${verdict})`)
}

/**
 * Ids of the matching environments in order: of one page, or of all. Rows are read by ids, so that
 * status is computed only for those shown.
 */
export async function listEnvironmentIds(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf | null,
): Promise<string[]> {
  const { sort, sort_direction } = filters
  let query = environmentsMatching(org, filters).select('environment.id')
  if (typeof sort === 'object') {
    query = query.orderBy(rankNow(org, sort.worstFirst), sort_direction)
  } else if (sort !== 'name') {
    const column =
      sort === 'last_changed_at'
        ? 'environment_state.last_changed_at'
        : 'environment.last_modified_at'
    query = query.orderBy(column, (order) =>
      sort_direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
    )
  }
  // Ties are broken by name, then id, whatever the direction.
  const sorted = query
    .orderBy('environment.name', sort === 'name' ? sort_direction : 'asc')
    .orderBy('environment.id')
  const rows = await (page ? offsetPage(sorted, page) : sorted).execute()
  return rows.map((row) => row.id)
}

/** Counts matching environments. */
export async function countEnvironments(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await environmentsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Counts the active environments of a verdict that are directly in each space. */
export const countOfVerdictBySpace = (
  org: OrgDatabase,
  verdict: NonNullable<Filters['verdict']>[number],
) =>
  environmentsMatching(org.seeing('exclude'), { verdict: [verdict] })
    .select((select) => ['environment.space_id' as const, select.fn.countAll<number>().as('count')])
    .where('environment.space_id', 'is not', null)
    .groupBy('environment.space_id')
    .execute()

/** Statuses of some environments, in the order of their ids. */
export async function listStatusesOf(org: OrgDatabase, ids: string[]): Promise<StatusRow[]> {
  const rows = await withStatus(org)
    .select(columnsOf(org))
    .where(sql<boolean>`environment.id = any(${ids})`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of matching environments, or all of them. */
export async function listStatuses(org: OrgDatabase, filters: Filters, page: PageOf | null) {
  return listStatusesOf(org, await listEnvironmentIds(org, filters, page))
}

/** Counts active physical environments by type, and those whose last report is too old. */
export function countPhysicalByType(org: OrgDatabase, rules: ReportingRules) {
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .select('environment.type')
    .select((select) => select.fn.countAll<number>().as('total'))
    .select(sql<number>`(count(*) filter (where ${isStaleNow(org, rules)}))::integer`.as('stale'))
    .where('environment.archived_at', 'is', null)
    .where('environment.type', '!=', 'logical')
    .groupBy('environment.type')
    .orderBy('environment.type')
    .execute()
}
