import { sql } from 'kysely'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import type { ReportRhythm } from '#domain/environment/report-rhythm.ts'
import type { Reported } from '#domain/environment/stale-report.ts'
import type { QualifierTotals } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { environmentColumns } from './queries.ts'

type Member = NonNullable<EnvironmentSummary['members']>[number]
type Reports = Pick<Reported, 'heard_at' | 'reporting_minutes' | 'learned_interval'>
type Members =
  | (Omit<Member, 'stale_at' | 'qualifiers' | 'running'> &
      Reports & {
        id: string
        non_compliant_count: number
        evaluated_count: number
        carriers: QualifierTotals | null
      })[]
  | null

/** The worst state of some environments: false before unknown, and unknown before true. */
export const worstState = sql<boolean | null>`case when bool_or(not s.state) then false
  when bool_or(s.state is null) then null else bool_and(s.state) end`

export const activeMembers = ({ orgId }: OrgDatabase) => sql`environment_member m
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
  evaluated_count: number
  /** Qualifiers of the state; null of a logical one, whose members have theirs. */
  carriers: QualifierTotals | null
  members: Members
}>`(
  select own.last_reported_at, own.heard_at, own.report_rhythm, own.learned_interval,
    own.last_changed_at, own.snapshot_index,
    own.state, own.state_since as since, own.running_count, own.non_compliant_count,
    case when own.is_judged then own.running_count else 0 end as evaluated_count,
    own.carriers, null::json as members
  from environment_state own
  where environment.type <> 'logical'
    and own.org_id = ${org.orgId} and own.environment_id = environment.id
  union all
  select together.last_reported_at, null, null::json, null,
    own.last_changed_at, own.snapshot_index,
    together.state,
    case when own.state is distinct from together.state then coalesce(together.since, own.state_since)
      when own.state is false then least(own.state_since, together.since)
      else own.state_since end,
    together.running_count, together.non_compliant_count, together.evaluated_count,
    null::json, together.members
  from environment_state own, lateral (
    select max(s.last_reported_at) as last_reported_at,
      ${worstState} as state,
      case when bool_or(not s.state) then min(s.state_since) filter (where not s.state)
        when bool_or(s.state is null) then min(s.state_since) filter (where s.state is null)
        else max(s.state_since) end as since,
      coalesce(sum(s.running_count), 0)::integer as running_count,
      coalesce(sum(s.non_compliant_count), 0)::integer as non_compliant_count,
      coalesce(sum(s.running_count) filter (where s.is_judged), 0)::integer as evaluated_count,
      coalesce(json_agg(json_build_object(
        'id', e.id, 'name', e.name, 'type', e.type, 'description', e.description, 'tags', e.tags,
        'state', s.state, 'since', s.state_since,
        'last_reported_at', s.last_reported_at, 'last_changed_at', s.last_changed_at,
        'heard_at', s.heard_at, 'learned_interval', s.learned_interval,
        'reporting_minutes', e.reporting_minutes,
        'snapshot_index', s.snapshot_index, 'running_count', s.running_count,
        'non_compliant_count', s.non_compliant_count,
        'evaluated_count', case when s.is_judged then s.running_count else 0 end,
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
export const withStatus = (org: OrgDatabase) =>
  org.selectFrom('environment').innerJoinLateral(status(org).as('status'), (join) => join.onTrue())

export const columnsOf = (org: OrgDatabase) =>
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
    'status.evaluated_count',
    'status.carriers',
    'status.members',
    policyNames(org).as('policies'),
    newestFlip(org).as('flip'),
  ] as const

const statusOf = preparedQuery((org, { id }: { id: string }) =>
  withStatus(org).select(columnsOf(org)).where('environment.id', '=', id),
)

/** Reads the status of one environment. */
export async function readStatus(org: OrgDatabase, id: string) {
  const [row] = await statusOf(org, { id })
  if (!row) throw new Error(`environment ${id} does not exist`)
  return row
}
export type StatusRow = Awaited<ReturnType<typeof readStatus>>

interface End {
  of: string
  ends_at: number
}

/** When some overrides end, by id; those that end by a person alone are left out. */
export function listOverrideEnds(org: OrgDatabase, ids: readonly string[]): Promise<End[]> {
  return org.query(sql<End>`
    select override_id as of, expires_at as ends_at from override_state
    where org_id = ${org.orgId} and override_id = any(${ids})
      and expires_at is not null and ended_at is null`)
}

/** When the first entry of an allow-list ends that carries what runs, by name of environment. */
export function listAllowanceEnds(org: OrgDatabase, names: readonly string[]): Promise<End[]> {
  return org.query(sql<End>`
    select environment.name as of, min(allowed.expires_at) as ends_at
    from environment
    join allowed_artifact as allowed on allowed.org_id = environment.org_id
      and allowed.environment_id = environment.id
      and allowed.standing = 'stands' and allowed.expires_at is not null
    join verdict on verdict.org_id = environment.org_id
      and verdict.environment_id = environment.id
      and verdict.fingerprint = allowed.fingerprint and verdict.to_index is null
      and (verdict.carriers ->> 'is_allow_listed')::boolean
    where environment.org_id = ${org.orgId} and environment.name = any(${names})
    group by environment.name`)
}
