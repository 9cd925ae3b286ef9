import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/** Controls that rules of the newest version of the policy at hand want decisions for. */
const servedControls = sql<{ control: string }>`(
  select distinct rule ->> 'for_control' as control
  from (
    select document from policy_version
    where policy_version.org_id = policy.org_id and policy_version.policy_id = policy.id
    order by policy_version.version desc limit 1
  ) as newest, json_array_elements(newest.document -> 'artifacts' -> 'attestations') as rule)`

/** Names of the policies in use whose newest version has a `for_control` rule for each control. */
export async function policiesReferencing(
  org: OrgDatabase,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await org
    .selectFrom('policy')
    .innerJoinLateral(servedControls.as('served'), (join) => join.onTrue())
    .select(['policy.name', 'served.control'])
    .where('policy.archived_at', 'is', null)
    .where(sql<boolean>`served.control = any(${identifiers})`)
    .orderBy('policy.name')
    .execute()
  const names = new Map<string, string[]>()
  for (const { name, control } of rows) {
    names.set(control, [...(names.get(control) ?? []), name])
  }
  return names
}
