import { sql } from 'kysely'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isOverdue } from '#server/database/silences.ts'

/** Artifacts in an environment whose verdict rests on an exception. */
interface Reliance {
  id: string
  environment_name: string
  /** Whether a report is overdue there. */
  is_stale: boolean
  count: number
  /** Policies that an allowed artifact fails; 0 for other kinds. */
  failing_policies: number
}

/** Current verdicts that something carries, in active environments. */
const carried = (org: OrgDatabase) => sql`
  verdict join environment on environment.org_id = verdict.org_id
    and environment.id = verdict.environment_id and environment.archived_at is null
    and verdict.org_id = ${org.orgId} and verdict.to_index is null
    and verdict.carriers is not null
  left join environment_state s
    on s.org_id = verdict.org_id and s.environment_id = verdict.environment_id`

const isStale = (rules: ReportingRules) =>
  sql`bool_or(${isOverdue('environment', 's', rules)}) as is_stale`

/** Verdicts that rest on some overrides now. */
export function listRelyingOnOverrides(
  org: OrgDatabase,
  ids: readonly string[],
  rules: ReportingRules,
): Promise<Reliance[]> {
  return org.query(sql<Reliance>`
    select override.id, environment.name as environment_name, ${isStale(rules)},
      count(*)::integer as count, 0 as failing_policies
    from ${carried(org)}
    cross join lateral json_array_elements_text(verdict.carriers -> 'override_ids') as override(id)
    where override.id = any(${ids})
    group by override.id, environment.name order by environment.name`)
}

/** Verdicts that rest on some entries of allow-lists now. */
export function listRelyingOnAllowances(
  org: OrgDatabase,
  ids: readonly string[],
  rules: ReportingRules,
): Promise<Reliance[]> {
  return org.query(sql<Reliance>`
    select allowed.id, environment.name as environment_name, ${isStale(rules)},
      count(*)::integer as count, max(cardinality(verdict.failing_policy_ids)) as failing_policies
    from ${carried(org)}
    join allowed_artifact allowed on allowed.org_id = verdict.org_id
      and allowed.environment_id = verdict.environment_id
      and allowed.fingerprint = verdict.fingerprint and allowed.standing = 'stands'
    where (verdict.carriers ->> 'is_allow_listed')::boolean and allowed.id = any(${ids})
    group by 1, 2 order by environment.name`)
}

/** Verdicts that rest on some exceptions of policies now; each derivation is read once. */
export function listRelyingOnPolicies(
  org: OrgDatabase,
  exceptions: readonly {
    id: string
    policy_name: string | null
    rule: string | null
    name: string
  }[],
  rules: ReportingRules,
): Promise<Reliance[]> {
  return org.query(sql<Reliance>`
    with exempt as materialized (
      select environment.name as environment_name, verdict.tree_hash, ${isStale(rules)},
        count(*)::integer as count
      from ${carried(org)}
      where (verdict.carriers ->> 'is_exempt')::boolean
      group by 1, 2),
    used as materialized (
      select distinct tree.hash, said ->> 'policy_name' as policy_name,
        result -> 'rule' ->> 'type' as rule,
        resolution -> 'exception' ->> 'text' as name
      from verdict_tree tree
      cross join lateral json_array_elements(tree.policies) said
      cross join lateral json_array_elements(said -> 'rules') result
      cross join lateral json_array_elements(result -> 'resolutions') resolution
      where tree.org_id = ${org.orgId} and tree.hash in (select tree_hash from exempt)
        and resolution -> 'exception' is not null)
    select wanted.id, exempt.environment_name, bool_or(exempt.is_stale) as is_stale,
      sum(exempt.count)::integer as count, 0 as failing_policies
    from json_to_recordset(${JSON.stringify(exceptions)}::json)
      as wanted(id text, policy_name text, rule text, name text)
    join used on used.policy_name = wanted.policy_name and used.rule = wanted.rule
      and used.name = wanted.name
    join exempt on exempt.tree_hash = used.hash
    group by wanted.id, exempt.environment_name order by exempt.environment_name`)
}

/** Numbers of verdicts that overrides changed when they were made. */
export function listRecordedChanges(org: OrgDatabase, ids: readonly string[]) {
  return org.query(sql<{ id: string; trails: number; artifacts: number; environments: number }>`
    select override_id as id, json_array_length(effect -> 'trails') as trails,
      json_array_length(effect -> 'artifacts') as artifacts,
      environment_count as environments
    from override_impact
    where org_id = ${org.orgId} and override_id = any(${ids})`)
}

/** Running artifacts, and environments, whose verdicts are compliant only by exceptions. */
export async function countCarried(org: OrgDatabase) {
  const [row] = await org.query(sql<{
    artifacts: number
    running: number
    environments: number
    total: number
  }>`
    with physical as materialized (
      select id from environment
      where org_id = ${org.orgId} and archived_at is null and type <> 'logical'),
    relying as (
      select verdict.environment_id, count(*) as count
      from physical
      join verdict on verdict.org_id = ${org.orgId} and verdict.environment_id = physical.id
        and verdict.to_index is null and verdict.carriers is not null and verdict.compliant
      where json_array_length(verdict.carriers -> 'override_ids') > 0
        or (verdict.carriers ->> 'is_allow_listed')::boolean
        or (verdict.carriers ->> 'is_exempt')::boolean
      group by 1)
    select coalesce((select sum(count) from relying), 0)::integer as artifacts,
      (select count(*) from running join physical on physical.id = running.environment_id
        where running.org_id = ${org.orgId} and running.to_index is null)::integer as running,
      (select count(*) from relying)::integer as environments,
      (select count(*) from physical)::integer as total`)
  return row ?? { artifacts: 0, running: 0, environments: 0, total: 0 }
}
