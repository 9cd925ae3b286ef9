import { sql } from 'kysely'
import type { EnvironmentSummary } from '#contract/environment.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** How the active members of a logical environment stand together: as the worst does (wire.md 23.5). */
const ofMembers = sql<{
  last_reported_at: number | null
  last_changed_at: number | null
  state: boolean | null
  state_since: number | null
  running_count: number
  members: EnvironmentSummary['members']
}>`(
  select max(s.last_reported_at) as last_reported_at,
    max(s.last_changed_at) as last_changed_at,
    case when bool_or(not s.state) then false
      when bool_or(s.state is null) then null
      else bool_and(s.state) end as state,
    case when bool_or(not s.state) then min(s.state_since) filter (where not s.state)
      when bool_or(s.state is null) then min(s.state_since) filter (where s.state is null)
      else max(s.state_since) end as state_since,
    coalesce(sum(s.running_count), 0)::integer as running_count,
    coalesce(json_agg(json_build_object(
      'name', e.name, 'type', e.type, 'description', e.description, 'tags', e.tags,
      'state', s.state, 'since', s.state_since,
      'last_reported_at', s.last_reported_at, 'last_changed_at', s.last_changed_at,
      'snapshot_index', s.snapshot_index, 'running_count', s.running_count
    ) order by e.name), '[]') as members
  from environment_member m
  join environment e on e.org_id = m.org_id and e.id = m.member_id and e.archived_at is null
  join environment_state s on s.org_id = e.org_id and s.environment_id = e.id
  where m.org_id = environment.org_id and m.environment_id = environment.id
    and environment.type = 'logical')`

/** Environments with how they stand: logical ones by their members and their own snapshots. */
export function standings(org: OrgDatabase) {
  const own = sql.ref('environment_state.state')
  const isLogical = sql<boolean>`environment.type = 'logical'`
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .innerJoinLateral(ofMembers.as('together'), (join) => join.onTrue())
    .select([
      'environment.id',
      'environment.name',
      'environment.type',
      'environment.description',
      'environment.include_scaling',
      'environment.require_provenance',
      'environment.tags',
      'environment.archived_at',
      'environment.last_modified_at',
      'environment_state.snapshot_index',
      sql<boolean | null>`case when ${isLogical} then together.state else ${own} end`.as('state'),
      sql<number>`coalesce(together.state_since, environment_state.state_since)`.as('since'),
      sql<number>`case when ${isLogical} then together.running_count
        else environment_state.running_count end`.as('running_count'),
      sql<
        number | null
      >`greatest(environment_state.last_reported_at, together.last_reported_at)`.as(
        'last_reported_at',
      ),
      lastChanged.as('last_changed_at'),
      sql<EnvironmentSummary['members']>`case when ${isLogical} then together.members end`.as(
        'members',
      ),
    ])
}

const lastChanged = sql<
  number | null
>`greatest(environment_state.last_changed_at, together.last_changed_at)`

/** How one environment stands. */
export function readStanding(org: OrgDatabase, id: string) {
  return standings(org).where('environment.id', '=', id).executeTakeFirstOrThrow()
}
export type StandingRow = Awaited<ReturnType<typeof readStanding>>
