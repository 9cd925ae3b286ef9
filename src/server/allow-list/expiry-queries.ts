import type { OrgDatabase } from '../database/org-database.ts'

/** An artifact that was allowed until now, and by whom the end was set. */
export interface ExpiredRow {
  fingerprint: string
  name: string
  expires_by: string | null
  expires_by_id: string | null
}

/** Environments with artifacts whose time on the allow-list is over. */
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

/** Takes off the allow-list of an environment, which is locked, what has expired. */
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
