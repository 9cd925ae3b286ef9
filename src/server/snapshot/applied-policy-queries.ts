import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '../database/org-database.ts'

/** A version of a policy. */
export interface VersionOf {
  policy_id: string
  version: number
}

/** The versions that an environment's newest snapshot was judged by. */
export function listAppliedNow(org: OrgDatabase, environmentId: string): Promise<VersionOf[]> {
  return org
    .selectFrom('applied_policy')
    .select(['applied_policy.policy_id', 'applied_policy.version'])
    .where('applied_policy.environment_id', '=', environmentId)
    .where('applied_policy.to_index', 'is', null)
    .execute()
}

/** The policy versions that a snapshot was judged by, by name of the policy. */
export function listAppliedIn(org: OrgDatabase, environmentId: string, index: number) {
  return org
    .selectFrom('applied_policy')
    .innerJoin('policy', (join) =>
      join
        .onRef('policy.org_id', '=', 'applied_policy.org_id')
        .onRef('policy.id', '=', 'applied_policy.policy_id'),
    )
    .innerJoin('policy_version', (join) =>
      join
        .onRef('policy_version.org_id', '=', 'applied_policy.org_id')
        .onRef('policy_version.policy_id', '=', 'applied_policy.policy_id')
        .onRef('policy_version.version', '=', 'applied_policy.version'),
    )
    .select(['policy.id', 'policy.name', 'policy_version.version', 'policy_version.document'])
    .where('applied_policy.environment_id', '=', environmentId)
    .where('applied_policy.from_index', '<=', index)
    .where((where) =>
      where.or([
        where('applied_policy.to_index', 'is', null),
        where('applied_policy.to_index', '>', index),
      ]),
    )
    .orderBy('policy.name')
    .execute()
}

/** Makes other versions those that an environment is judged by, from a snapshot on. */
export function applyVersions(
  org: OrgDatabase,
  environment_id: string,
  change: { ended: readonly VersionOf[]; begun: readonly VersionOf[] },
  index: number,
): Statement[] {
  const ids = change.ended.map(({ policy_id }) => policy_id)
  const end = org
    .updateTable('applied_policy')
    .set({ to_index: index })
    .where('applied_policy.environment_id', '=', environment_id)
    .where('applied_policy.to_index', 'is', null)
    .where(sql<boolean>`applied_policy.policy_id = any(${ids})`)
  const rows = change.begun.map((one) => ({
    ...one,
    environment_id,
    from_index: index,
    to_index: null,
  }))
  return [...(ids.length > 0 ? [end] : []), ...org.insertMany('applied_policy', rows)]
}
