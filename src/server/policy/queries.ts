import { sql } from 'kysely'
import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

const policies = (org: OrgDatabase) => org.selectFrom('policy').selectAll('policy')

/** Finds a policy by name, archived ones included. */
export function findPolicy(org: OrgDatabase, name: string) {
  return policies(org).where('policy.name', '=', name).executeTakeFirst()
}
export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>

/** Finds a policy by name and locks it until the transaction ends, against attaching too. */
export function lockPolicy(org: OrgDatabase, name: string) {
  return policies(org).where('policy.name', '=', name).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Finds policies by name and locks them for share until the transaction ends; archived ones
 * included.
 */
export function lockPoliciesForShare(org: OrgDatabase, names: readonly string[]) {
  return policies(org)
    .where(sql<boolean>`policy.name = any(${names})`)
    .orderBy('policy.name')
    .forShare()
    .execute()
}

/** The active policies, by name. */
export function listPolicyRows(org: OrgDatabase) {
  return policies(org).where('policy.archived_at', 'is', null).orderBy('policy.name').execute()
}

interface NewPolicy {
  id: string
  name: string
  description: string
  created_at: number
  created_by: string
}

/** Inserts a policy; false when one of that name appeared meanwhile. */
export async function insertPolicy(org: OrgDatabase, made: NewPolicy): Promise<boolean> {
  const result = await org
    .insertInto('policy', { ...made, last_modified_at: made.created_at })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a policy's own fields; called with the policy locked. */
export async function updatePolicy(
  org: OrgDatabase,
  id: string,
  fields: { description?: string; archived_at: number | null; last_modified_at: number },
): Promise<void> {
  await org.updateTable('policy').set(fields).where('policy.id', '=', id).execute()
}

const versions = (org: OrgDatabase, policyIds: readonly string[]) =>
  org
    .selectFrom('policy_version')
    .selectAll('policy_version')
    .where(sql<boolean>`policy_version.policy_id = any(${policyIds})`)

/** All versions of some policies, oldest first. */
export function listVersionsOf(org: OrgDatabase, policyIds: readonly string[]) {
  return versions(org, policyIds).orderBy('policy_version.version').execute()
}
export type VersionRow = Awaited<ReturnType<typeof listVersionsOf>>[number]

/** The newest version of a policy. */
export function newestVersion(org: OrgDatabase, policyId: string) {
  return versions(org, [policyId])
    .orderBy('policy_version.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest version of a policy as of an instant. */
export function versionAt(org: OrgDatabase, policyId: string, at: number) {
  return versions(org, [policyId])
    .where('policy_version.created_at', '<=', at)
    .orderBy('policy_version.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Adds a version to a policy, which is locked. */
export async function insertVersion(
  org: OrgDatabase,
  { document, ...made }: Omit<VersionRow, 'org_id' | 'document'> & { document: PolicyDocument },
): Promise<void> {
  await org.insertInto('policy_version', { ...made, document: JSON.stringify(document) }).execute()
}

/** Identifiers among some that are those of controls, archived ones included. */
export async function knownControls(
  org: OrgDatabase,
  identifiers: readonly string[],
): Promise<Set<string>> {
  const rows = await org
    .selectFrom('control')
    .select('control.identifier')
    .where(sql<boolean>`control.identifier = any(${identifiers})`)
    .execute()
  return new Set(rows.map((row) => row.identifier))
}
