import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getPolicyResults, PolicySummary } from '#contract/policy-results.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'

type Answer = ResponseOf<typeof getPolicyResults>

/** Which policies are wanted. */
export interface PolicyFilters {
  q: string | null
  environment: string | null
  control: string | null
  isArchived: boolean
  /** Only that one, archived or not. */
  id?: string
}

const newest = (org: OrgDatabase) =>
  org.selectFrom('policy').innerJoinLateral(
    (from) =>
      from
        .selectFrom('policy_version')
        .select(['policy_version.version', 'policy_version.document', 'policy_version.content'])
        .select('policy_version.created_by as last_modified_by')
        .whereRef('policy_version.org_id', '=', 'policy.org_id')
        .whereRef('policy_version.policy_id', '=', 'policy.id')
        .orderBy('policy_version.version', 'desc')
        .limit(1)
        .as('newest'),
    (join) => join.onTrue(),
  )

function policiesMatching(org: OrgDatabase, { id, ...filters }: PolicyFilters) {
  const query = newest(org)
  if (id !== undefined) return query.where('policy.id', '=', id)
  const all = [
    filters.isArchived ? sql`policy.archived_at is not null` : sql`policy.archived_at is null`,
  ]
  if (filters.q) {
    all.push(sql`strpos(lower((policy.name || ' ' || policy.description) collate "default"),
      lower(${filters.q})) > 0`)
  }
  if (filters.environment) {
    all.push(sql`exists (select 1 from policy_attachment
      join environment on environment.org_id = policy_attachment.org_id
        and environment.id = policy_attachment.environment_id
      where policy_attachment.org_id = policy.org_id
        and policy_attachment.policy_id = policy.id
        and environment.name = ${filters.environment})`)
  }
  if (filters.control) {
    all.push(sql`exists (
      select 1 from json_array_elements(newest.document -> 'artifacts' -> 'attestations') as rule
      where rule ->> 'for_control' = ${filters.control})`)
  }
  return query.where(sql<boolean>`${sql.join(all, sql` and `)}`)
}

/** One page of matching policies with their newest versions, by name. */
export function listPolicyPage(org: OrgDatabase, filters: PolicyFilters, page: PageOf) {
  const rows = policiesMatching(org, filters)
    .select(['policy.id', 'policy.name', 'policy.description', 'policy.archived_at'])
    .select(['policy.last_modified_at', 'newest.version', 'newest.document'])
    .select(['newest.content', 'newest.last_modified_by'])
    .orderBy('policy.name')
  return takePage(rows, page).execute()
}
export type PolicyPageRow = Awaited<ReturnType<typeof listPolicyPage>>[number]

/** How many policies match. */
export async function countPolicies(org: OrgDatabase, filters: PolicyFilters): Promise<number> {
  const { total } = await policiesMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type Result = PolicySummary['environments'][number] & { policy_id: string }

/** How policies do in the active environments that they are attached to, by name, or in one. */
export function listResults(
  org: OrgDatabase,
  of: { policyIds: readonly string[] } | { environmentId: string },
): Promise<Result[]> {
  const isWanted =
    'policyIds' in of
      ? sql`attached.policy_id = any(${of.policyIds}) and environment.archived_at is null`
      : sql`attached.environment_id = ${of.environmentId}`
  return org.rowsOf(sql<Result>`
    select attached.policy_id, environment.name, environment.type, state.state,
      applied.version as applied_version, attached.attached_at, attached.attached_by,
      counted.failing,
      case when state.snapshot_index = 0 then 0
        else state.running_count - counted.failing end as passing
    from policy_attachment as attached
    join environment on environment.org_id = attached.org_id
      and environment.id = attached.environment_id
    join environment_state as state on state.org_id = attached.org_id
      and state.environment_id = attached.environment_id
    left join applied_policy as applied on applied.org_id = attached.org_id
      and applied.environment_id = attached.environment_id
      and applied.policy_id = attached.policy_id and applied.to_index is null
    cross join lateral (
      select count(*)::integer as failing from verdict
      where verdict.org_id = attached.org_id
        and verdict.environment_id = attached.environment_id and verdict.to_index is null
        and attached.policy_id = any(verdict.failing_policy_ids)) as counted
    where attached.org_id = ${org.orgId} and ${isWanted}
    order by environment.name`)
}

/** Rules of a policy in every verdict of now that it had a part in. */
const rulesNow = ({ orgId }: OrgDatabase, policy: { id: string; name: string }) => sql`
  from applied_policy as applied
  join environment on environment.org_id = applied.org_id
    and environment.id = applied.environment_id and environment.archived_at is null
  join verdict on verdict.org_id = applied.org_id
    and verdict.environment_id = applied.environment_id and verdict.to_index is null
  join verdict_tree on verdict_tree.org_id = verdict.org_id
    and verdict_tree.hash = verdict.tree_hash
  cross join lateral json_array_elements(verdict_tree.policies) as judged
  cross join lateral json_array_elements(judged -> 'rules') as rule
  where applied.org_id = ${orgId} and applied.policy_id = ${policy.id}
    and applied.to_index is null and judged ->> 'policy_name' = ${policy.name}`

/** How the rules of a policy do, in the order of their lines. */
export function countRules(org: OrgDatabase, policy: { id: string; name: string }) {
  return org.rowsOf(sql<Answer['rules'][number]>`
    select (rule -> 'rule' ->> 'line')::integer as line, rule -> 'rule' ->> 'type' as type,
      (count(*) filter (where rule ->> 'satisfied' = 'true'))::integer as satisfied,
      (count(*) filter (where rule ->> 'satisfied' = 'false'))::integer as failing,
      (count(*) filter (where rule ->> 'satisfied' is null))::integer as ignored
    ${rulesNow(org, policy)}
    group by 1, 2 order by 1`)
}

/** What rules of a policy are not asked of. */
export function listExceptions(
  org: OrgDatabase,
  policy: { id: string; name: string },
  limit: number,
) {
  return org.rowsOf(sql<Answer['exceptions'][number]>`
    select (rule -> 'rule' ->> 'line')::integer as line, environment.name as environment_name,
      verdict.name as artifact_name, verdict.fingerprint
    ${rulesNow(org, policy)} and rule ->> 'satisfied' is null
    order by 1, 2, 3, 4 limit ${sql.lit(limit)}`)
}
