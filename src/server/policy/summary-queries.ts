import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listPolicySummaries } from '#contract/policy/policy-page.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { RuleCounts } from '#domain/policy/rule-results.ts'
import type { EvaluatedRule } from '#domain/verdict/verdict.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { withNewestVersion } from '#server/database/shared-selects.ts'
import { dueAt } from '#server/database/silences.ts'

type Filters = Omit<QueryOf<typeof listPolicySummaries>, 'page' | 'per_page'>

/** Policies that match the filters, with their newest versions. */
function policiesMatching(org: OrgDatabase, filters: Filters) {
  const { q, environment, control, archived } = filters
  let query = withNewestVersion(org).where('policy.archived_at', archived ? 'is not' : 'is', null)
  if (q) {
    const holds = (column: string) =>
      sql<boolean>`strpos(lower(${sql.ref(column)} collate "default"), lower(${q})) > 0`
    query = query.where((where) => where.or([holds('policy.name'), holds('policy.description')]))
  }
  if (environment?.length) {
    query = query.where(
      sql<boolean>`exists (
        select from policy_attachment a
        join environment e on e.org_id = a.org_id and e.id = a.environment_id
        where a.org_id = ${org.orgId} and a.policy_id = policy.id
          and e.archived_at is null and e.name = any(${environment}))`,
    )
  }
  if (control?.length) {
    query = query.where(
      sql<boolean>`exists (
        select from json_array_elements(newest.document -> 'artifacts' -> 'attestations') rule
        where rule ->> 'for_control' = any(${control}))`,
    )
  }
  return query
}

/** Ids of matching policies by name: of one page, or of all. */
export async function listSummaryIds(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf | null,
): Promise<string[]> {
  const sorted = policiesMatching(org, filters)
    .clearSelect()
    .select('policy.id')
    .orderBy('policy.name')
  const rows = await (page ? offsetPage(sorted, page) : sorted).execute()
  return rows.map(({ id }) => id)
}

/** Some policies with their newest versions, by name. */
export function listSummaryRows(org: OrgDatabase, ids: readonly string[]) {
  return withNewestVersion(org)
    .select(['policy.archived_at', 'policy.last_modified_at'])
    .where(sql<boolean>`policy.id = any(${ids})`)
    .orderBy('policy.name')
    .execute()
}

/** Counts matching policies. */
export async function countSummaries(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await policiesMatching(org, filters)
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * The active environments that some policies are attached to, by name, or the attachments of one
 * environment: all of a page in one query.
 */
export function listAttachments(
  org: OrgDatabase,
  wanted: { policyIds: readonly string[] } | { environmentId: string },
  rules: ReportingRules,
) {
  return org
    .selectFrom('policy_attachment')
    .innerJoin('policy', onOrgAnd('policy.id', 'policy_attachment.policy_id'))
    .innerJoin('environment', onOrgAnd('environment.id', 'policy_attachment.environment_id'))
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['policy_attachment.policy_id', 'policy_attachment.attached_at'])
    .select(['policy_attachment.attached_by', 'environment.name', 'environment.type'])
    .select(['environment_state.state', 'environment_state.carriers'])
    .select(['environment.id as environment_id', 'policy.name as policy_name'])
    .select(dueAt('environment', 'environment_state', rules).as('stale_at'))
    .where((where) =>
      'policyIds' in wanted
        ? where.and([
            where('environment.archived_at', 'is', null),
            sql<boolean>`policy_attachment.policy_id = any(${wanted.policyIds})`,
          ])
        : where('environment.id', '=', wanted.environmentId),
    )
    .orderBy('environment.name')
    .execute()
}

/** Rules in the results of a policy version in each derivation, in their order. */
const rulesIn = ({ name, version }: { name: string; version: number }) => sql`(
  select (rule.number - 1)::integer as position,
    (rule.value ->> 'satisfied')::boolean as satisfied,
    array(
      select (resolution ->> 'place')::integer + 1
      from json_array_elements(rule.value -> 'resolutions') resolution
      where resolution ->> 'type' = 'rule_not_applicable'
    ) as let_off
  from json_array_elements(verdict_tree.policies) said,
    json_array_elements(said -> 'rules') with ordinality as rule(value, number)
  where said ->> 'policy_name' = ${name}
    and (said ->> 'policy_version')::integer = ${version})`

/**
 * Counts how many artifacts each rule of a policy's newest version is satisfied by, fails or
 * exempts, in the active environments with the policy. Each derivation is read once, however many
 * artifacts have it; places are looked up only for artifacts that a rule exempts.
 */
export function countRules(
  org: OrgDatabase,
  policy: { id: string; name: string; version: number },
): Promise<RuleCounts[]> {
  return org.query(sql<RuleCounts>`
    with evaluated as materialized (
      select verdict.tree_hash, verdict.places
      from policy_attachment
      join environment on environment.org_id = policy_attachment.org_id
        and environment.id = policy_attachment.environment_id and environment.archived_at is null
      join verdict on verdict.org_id = policy_attachment.org_id
        and verdict.environment_id = policy_attachment.environment_id
        and verdict.to_index is null
      where policy_attachment.org_id = ${org.orgId} and policy_attachment.policy_id = ${policy.id}),
    said as materialized (
      select verdict_tree.hash, rule.*
      from (select distinct tree_hash from evaluated) as derived
      join verdict_tree on verdict_tree.org_id = ${org.orgId}
        and verdict_tree.hash = derived.tree_hash
      cross join lateral ${rulesIn(policy)} as rule),
    counted as (
      select tree_hash, flows, count(*) as count
      from (
        select tree_hash, case
          when tree_hash in (select hash from said where let_off <> '{}') then array(
            select place.value ->> 'flow_name'
            from json_array_elements(places) with ordinality as place(value, number)
            order by place.number) end as flows
        from evaluated) as one
      group by tree_hash, flows)
    select position, satisfied,
      array(select flows[place] from unnest(let_off) as place) as let_off,
      sum(count)::integer as count
    from said join counted on counted.tree_hash = said.hash
    group by 1, 2, 3`)
}

/** Verdicts read at most: with more, idle rules are unknown. */
const maxVerdicts = 50_000

/** Derivations of all verdicts since an instant where a policy applied; null if too many. */
async function treesSince(
  org: OrgDatabase,
  policyId: string,
  since: number,
): Promise<string[] | null> {
  const [row] = await org.query(sql<{ count: number; hashes: string[] }>`
    with place as (
      select distinct environment.id, environment.number,
        coalesce((select index from snapshot
          where org_id = ${org.orgId} and environment_id = environment.id
            and created_at <= ${since}
          order by created_at desc limit 1), 1) as first
      from applied_policy
      join environment on environment.org_id = applied_policy.org_id
        and environment.id = applied_policy.environment_id
      where applied_policy.org_id = ${org.orgId} and applied_policy.policy_id = ${policyId}),
    evaluated as (
      select verdict.tree_hash
      from place
      join verdict on verdict.org_id = ${org.orgId} and verdict.environment_id = place.id
        and verdict.during && int8range(place.number * 4294967296 + place.first,
          place.number * 4294967296 + 4294967295)
      limit ${sql.lit(maxVerdicts + 1)})
    select (select count(*)::integer from evaluated) as count,
      array(select distinct tree_hash from evaluated) as hashes`)
  return row && row.count <= maxVerdicts ? row.hashes : null
}

/**
 * The rules of any version of a policy that decided on an artifact since an instant, each once;
 * null if there is too much to read.
 */
export async function listDecidedSince(
  org: OrgDatabase,
  policy: { id: string; name: string },
  since: number,
): Promise<Pick<EvaluatedRule, 'type' | 'definition'>[] | null> {
  const hashes = await treesSince(org, policy.id, since)
  if (hashes === null) return null
  const rows = await org.query(sql<{ rule: EvaluatedRule }>`
    select distinct on (rule.text) rule.text::json as rule
    from verdict_tree
    cross join lateral json_array_elements(verdict_tree.policies) as said
    cross join lateral json_array_elements(said -> 'rules') as evaluated
    cross join lateral (select (evaluated -> 'rule')::text as text) as rule
    where verdict_tree.org_id = ${org.orgId} and verdict_tree.hash = any(${hashes})
      and said ->> 'policy_name' = ${policy.name} and evaluated ->> 'satisfied' is not null`)
  return rows.map(({ rule }) => rule)
}
