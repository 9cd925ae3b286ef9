import { sql } from 'kysely'
import type { RuleTally } from '#domain/rule-results.ts'
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
