import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { withNewestVersion } from '#server/database/shared-selects.ts'

const inActive = (org: OrgDatabase) =>
  org
    .selectFrom('policy_attachment')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'policy_attachment.org_id')
        .onRef('environment.id', '=', 'policy_attachment.environment_id'),
    )
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
    .innerJoin('policy', (join) =>
      join
        .onRef('policy.org_id', '=', 'policy_attachment.org_id')
        .onRef('policy.id', '=', 'policy_attachment.policy_id'),
    )
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
/** The newest versions of the policies that are attached to some environments. */
export function listVersionsAttachedTo(org: OrgDatabase, environmentIds: readonly string[]) {
  return withNewestVersion(org)
    .innerJoin('policy_attachment', (join) =>
      join
        .onRef('policy_attachment.org_id', '=', 'policy.org_id')
        .onRef('policy_attachment.policy_id', '=', 'policy.id'),
    )
    .select('policy_attachment.environment_id')
    .where(sql<boolean>`policy_attachment.environment_id = any(${environmentIds})`)
    .orderBy('policy.name')
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
