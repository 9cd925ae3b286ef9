import { sql } from 'kysely'
import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'
import { withNewestVersion } from '#server/database/shared-selects.ts'

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

/** Inserts a policy; false when one of that name appeared meanwhile. */
export async function insertPolicy(
  org: OrgDatabase,
  made: Omit<NewRow<'policy'>, 'last_modified_at'>,
): Promise<boolean> {
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

const inActive = (org: OrgDatabase) =>
  org
    .selectFrom('policy_attachment')
    .innerJoin('environment', onOrgAnd('environment.id', 'policy_attachment.environment_id'))
    .where('environment.archived_at', 'is', null)

/** The active environments that some policies are attached to, by name. */
export function listConsumers(org: OrgDatabase, policyIds: readonly string[]) {
  return inActive(org)
    .select(['policy_attachment.policy_id', 'environment.name'])
    .where(sql<boolean>`policy_attachment.policy_id = any(${policyIds})`)
    .orderBy('environment.name')
    .execute()
}

/** The policies that are attached to an environment, by name. */
export function listAttached(org: OrgDatabase, environmentId: string) {
  return org
    .selectFrom('policy_attachment')
    .innerJoin('policy', onOrgAnd('policy.id', 'policy_attachment.policy_id'))
    .select(['policy.id', 'policy.name'])
    .select(['policy_attachment.attached_at', 'policy_attachment.attached_by'])
    .where('policy_attachment.environment_id', '=', environmentId)
    .orderBy('policy.name')
    .execute()
}

/** Attaches policies to an environment, which is locked. */
export async function attach(
  org: OrgDatabase,
  environment_id: string,
  policyIds: readonly string[],
  made: { attached_at: number; attached_by: string },
): Promise<void> {
  if (policyIds.length === 0) return
  const rows = policyIds.map((policy_id) => ({ environment_id, policy_id, ...made }))
  await org.insertInto('policy_attachment', rows).execute()
}

/** Detaches policies from an environment, which is locked. */
export async function detach(
  org: OrgDatabase,
  environmentId: string,
  policyIds: readonly string[],
): Promise<void> {
  if (policyIds.length === 0) return
  await org
    .deleteFrom('policy_attachment')
    .where('policy_attachment.environment_id', '=', environmentId)
    .where(sql<boolean>`policy_attachment.policy_id = any(${policyIds})`)
    .execute()
}

/** The newest versions of some policies, archived ones included, with when they were archived. */
export function listNewestVersions(org: OrgDatabase, names: readonly string[]) {
  return withNewestVersion(org)
    .select('policy.archived_at')
    .where(sql<boolean>`policy.name = any(${names})`)
    .execute()
}

/** The newest versions of the active policies, by name. */
export function listVersionsInUse(org: OrgDatabase) {
  return withNewestVersion(org)
    .where('policy.archived_at', 'is', null)
    .orderBy('policy.name')
    .execute()
}
