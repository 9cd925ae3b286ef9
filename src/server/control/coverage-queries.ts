import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

const idsOf = (ids: ReturnType<typeof sql>) => sql<string[]>`array(${ids})`

/** The active environments by name, with ids of the policies attached and of active members. */
export function listCoverable(org: OrgDatabase) {
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .select(['environment.id', 'environment.name', 'environment.type'])
    .select(['environment_state.snapshot_index', 'environment_state.running_count'])
    .select(
      idsOf(sql`select policy_id from policy_attachment a
        where a.org_id = environment.org_id and a.environment_id = environment.id`).as(
        'policy_ids',
      ),
    )
    .select(
      idsOf(sql`select m.member_id from environment_member m
        join environment e on e.org_id = m.org_id and e.id = m.member_id and e.archived_at is null
        where m.org_id = environment.org_id and m.environment_id = environment.id`).as(
        'member_ids',
      ),
    )
    .where('environment.archived_at', 'is', null)
    .orderBy('environment.name')
    .execute()
}

/** How much of what runs in some environments is judged now. */
export function countJudged(org: OrgDatabase, environmentIds: readonly string[]) {
  return org
    .selectFrom('verdict')
    .select(['verdict.environment_id', sql<number>`count(*)::integer`.as('count')])
    .where(sql<boolean>`verdict.environment_id = any(${environmentIds})`)
    .where('verdict.to_index', 'is', null)
    .groupBy('verdict.environment_id')
    .execute()
}

/**
 * How many running artifacts fail a rule for some controls, by environment. Each derivation is read
 * once, however many artifacts have it.
 */
export function countFailing(
  org: OrgDatabase,
  environmentIds: readonly string[],
  controls: readonly string[],
) {
  return org.rowsOf(sql<{ environment_id: string; control: string; count: number }>`
    with judged as materialized (
      select environment_id, tree_hash, count(*) as count
      from verdict
      where org_id = ${org.orgId} and environment_id = any(${environmentIds}) and to_index is null
      group by environment_id, tree_hash),
    failed as materialized (
      select distinct verdict_tree.hash, rule -> 'rule' -> 'definition' ->> 'for_control' as control
      from (select distinct tree_hash from judged) as derived
      join verdict_tree on verdict_tree.org_id = ${org.orgId}
        and verdict_tree.hash = derived.tree_hash
      cross join lateral json_array_elements(verdict_tree.policies) as said
      cross join lateral json_array_elements(said -> 'rules') as rule
      where rule ->> 'satisfied' = 'false'
        and rule -> 'rule' -> 'definition' ->> 'for_control' = any(${controls}))
    select environment_id, control, sum(count)::integer as count
    from failed join judged on judged.tree_hash = failed.hash
    group by environment_id, control`)
}
