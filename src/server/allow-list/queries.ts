import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Condition that the allowed artifact runs in its environment now. */
const isRunning = sql<boolean>`exists (
  select from running
  where running.org_id = allowed_artifact.org_id
    and running.environment_id = allowed_artifact.environment_id
    and running.fingerprint = allowed_artifact.fingerprint and running.to_index is null)`

/** Artifacts allowed in an environment, newest first. */
export function listAllowed(org: OrgDatabase, environmentId: string) {
  return org
    .selectFrom('allowed_artifact')
    .selectAll('allowed_artifact')
    .select(isRunning.as('is_running'))
    .where('allowed_artifact.environment_id', '=', environmentId)
    .orderBy('allowed_artifact.created_at', 'desc')
    .orderBy('allowed_artifact.fingerprint')
    .execute()
}

/** An artifact on the allow-list of an environment. */
export function findAllowed(org: OrgDatabase, environmentId: string, fingerprint: string) {
  return org
    .selectFrom('allowed_artifact')
    .selectAll('allowed_artifact')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

interface NewlyAllowed {
  environment_id: string
  fingerprint: string
  name: string
  description: string
  created_at: number
  created_by: string
  expires_at: number | null
  expires_by: string | null
  expires_by_id: string | null
}

/**
 * Puts an artifact on the allow-list of an environment, which is locked, or changes its reason and
 * end.
 */
export async function saveAllowed(org: OrgDatabase, allowed: NewlyAllowed): Promise<void> {
  const { name, description, expires_at, expires_by, expires_by_id } = allowed
  await org
    .insertInto('allowed_artifact', allowed)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'environment_id', 'fingerprint'])
        .doUpdateSet({ name, description, expires_at, expires_by, expires_by_id }),
    )
    .execute()
}

/** Takes an artifact off the allow-list of an environment, which is locked. */
export async function removeAllowed(
  org: OrgDatabase,
  environmentId: string,
  fingerprint: string,
): Promise<void> {
  await org
    .deleteFrom('allowed_artifact')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.fingerprint', '=', fingerprint)
    .execute()
}

/** Allowed artifacts among some in some environments. */
export function listAllowedAmong(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
) {
  return org
    .selectFrom('allowed_artifact')
    .select(['allowed_artifact.environment_id', 'allowed_artifact.fingerprint'])
    .where(sql<boolean>`allowed_artifact.environment_id = any(${environmentIds})`)
    .where(sql<boolean>`allowed_artifact.fingerprint = any(${fingerprints})`)
    .execute()
}

/** An artifact whose allowance has expired, and who set the end. */
export interface ExpiredRow {
  fingerprint: string
  name: string
  expires_by: string | null
  expires_by_id: string | null
}

/** Environments with expired allowances. */
export async function expiredIn(org: OrgDatabase, now: number, limit: number): Promise<string[]> {
  const rows = await org
    .selectFrom('allowed_artifact')
    .select('allowed_artifact.environment_id')
    .distinct()
    .where('allowed_artifact.expires_at', '<=', now)
    .orderBy('allowed_artifact.environment_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.environment_id)
}

/** Removes expired allowances of an environment, which is locked. */
export function removeExpired(
  org: OrgDatabase,
  environmentId: string,
  now: number,
): Promise<ExpiredRow[]> {
  return org
    .deleteFrom('allowed_artifact')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.expires_at', '<=', now)
    .returning(['allowed_artifact.fingerprint', 'allowed_artifact.name'])
    .returning(['allowed_artifact.expires_by', 'allowed_artifact.expires_by_id'])
    .execute()
}
