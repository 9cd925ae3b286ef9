import { sql } from 'kysely'
import type { RuleTally } from '#domain/rule-results.ts'
import type { JudgedRule } from '#domain/verdict.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** What a version of a policy says in each derivation: its rules, in their order. */
const rulesIn = ({ name, version }: { name: string; version: number }) => sql<{
  position: number
  satisfied: boolean | null
  let_off: (string | null)[]
}>`(
  select (rule.number - 1)::integer as position,
    (rule.value ->> 'satisfied')::boolean as satisfied,
    array(
      select verdict.places -> (resolution ->> 'place')::integer ->> 'flow_name'
      from json_array_elements(rule.value -> 'resolutions') resolution
      where resolution ->> 'type' = 'rule_not_applicable'
    ) as let_off
  from json_array_elements(verdict_tree.policies) said,
    json_array_elements(said -> 'rules') with ordinality as rule(value, number)
  where said ->> 'policy_name' = ${name}
    and (said ->> 'policy_version')::integer = ${version})`

/**
 * How many artifacts each rule of a policy's newest version is satisfied by, fails or lets off, in
 * the active environments that it is attached to.
 */
export function tallyRules(
  org: OrgDatabase,
  policy: { id: string; name: string; version: number },
): Promise<RuleTally[]> {
  return org
    .selectFrom('policy_attachment')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'policy_attachment.org_id')
        .onRef('environment.id', '=', 'policy_attachment.environment_id'),
    )
    .innerJoin('verdict', (join) =>
      join
        .onRef('verdict.org_id', '=', 'policy_attachment.org_id')
        .onRef('verdict.environment_id', '=', 'policy_attachment.environment_id')
        .on('verdict.to_index', 'is', null),
    )
    .innerJoin('verdict_tree', (join) =>
      join
        .onRef('verdict_tree.org_id', '=', 'verdict.org_id')
        .onRef('verdict_tree.hash', '=', 'verdict.tree_hash'),
    )
    .innerJoinLateral(rulesIn(policy).as('rule'), (join) => join.onTrue())
    .select(['rule.position', 'rule.satisfied', 'rule.let_off'])
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('policy_attachment.policy_id', '=', policy.id)
    .where('environment.archived_at', 'is', null)
    .groupBy(['rule.position', 'rule.satisfied', 'rule.let_off'])
    .execute()
}

/** Verdicts that are looked through at most: of more, nobody knows which rules were idle. */
const mostVerdicts = 50_000

/** Derivations of all verdicts since an instant where a policy applied; null where they are too many. */
async function treesSince(
  org: OrgDatabase,
  policyId: string,
  since: number,
): Promise<string[] | null> {
  const [row] = await org.rowsOf(sql<{ count: number; hashes: string[] }>`
    with place as (
      select distinct environment.org_id, environment.id, environment.number,
        coalesce((select index from snapshot
          where org_id = environment.org_id and environment_id = environment.id
            and created_at <= ${since}
          order by created_at desc limit 1), 1) as first
      from applied_policy
      join environment on environment.org_id = applied_policy.org_id
        and environment.id = applied_policy.environment_id
      where applied_policy.org_id = ${org.orgId} and applied_policy.policy_id = ${policyId}),
    judged as (
      select verdict.tree_hash
      from place
      join verdict on verdict.org_id = place.org_id and verdict.environment_id = place.id
        and verdict.during && int8range(place.number * 4294967296 + place.first,
          place.number * 4294967296 + 4294967295)
      limit ${sql.lit(mostVerdicts + 1)})
    select (select count(*)::integer from judged) as count,
      array(select distinct tree_hash from judged) as hashes`)
  return row && row.count <= mostVerdicts ? row.hashes : null
}

/**
 * The rules of any version of a policy that decided on an artifact since an instant, each once; null
 * where there is too much to look through.
 */
export async function listDecidedSince(
  org: OrgDatabase,
  policy: { id: string; name: string },
  since: number,
): Promise<Pick<JudgedRule, 'type' | 'definition'>[] | null> {
  const hashes = await treesSince(org, policy.id, since)
  if (hashes === null) return null
  const rows = await org.rowsOf(sql<{ rule: JudgedRule }>`
    select distinct on (rule.text) rule.text::json as rule
    from verdict_tree
    cross join lateral json_array_elements(verdict_tree.policies) as said
    cross join lateral json_array_elements(said -> 'rules') as judged
    cross join lateral (select (judged -> 'rule')::text as text) as rule
    where verdict_tree.org_id = ${org.orgId} and verdict_tree.hash = any(${hashes})
      and said ->> 'policy_name' = ${policy.name} and judged ->> 'satisfied' is not null`)
  return rows.map(({ rule }) => rule)
}
