import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listPolicySummaries, PolicyResults } from '#contract/policy-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'
import { withNewestVersion } from './attachment-queries.ts'

type Filters = Omit<QueryOf<typeof listPolicySummaries>, 'page' | 'per_page'>

/** Policies that the filters let through, with their newest versions. */
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
        where a.org_id = policy.org_id and a.policy_id = policy.id
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
  const rows = await (page ? takePage(sorted, page) : sorted).execute()
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

/** How many policies match. */
export async function countSummaries(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await policiesMatching(org, filters)
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * The active environments that some policies are attached to, by name, each with what the policy
 * says of what runs there: all attachments of a page in one query.
 */
export async function listResults(
  org: OrgDatabase,
  wanted: { policyIds: readonly string[] } | { environmentId: string },
) {
  const rows = await org
    .selectFrom('policy_attachment')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'policy_attachment.org_id')
        .onRef('environment.id', '=', 'policy_attachment.environment_id'),
    )
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .innerJoinLateral(
      sql<{ judged: number; failing: number }>`(
        select count(*)::integer as judged,
          count(*) filter (
            where policy_attachment.policy_id = any(verdict.failing_policy_ids)
          )::integer as failing
        from verdict
        where verdict.org_id = policy_attachment.org_id
          and verdict.environment_id = policy_attachment.environment_id
          and verdict.to_index is null)`.as('now'),
      (join) => join.onTrue(),
    )
    .select(['policy_attachment.policy_id', 'policy_attachment.attached_at'])
    .select(['policy_attachment.attached_by', 'environment.name', 'environment.type'])
    .select(['environment_state.state', 'environment_state.running_count'])
    .select(['now.judged', 'now.failing'])
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
  return rows.map(({ judged, failing, running_count, ...row }) => ({
    ...row,
    running: {
      compliant: judged - failing,
      non_compliant: failing,
      unknown: Math.max(0, running_count - judged),
    } satisfies PolicyResults,
  }))
}
