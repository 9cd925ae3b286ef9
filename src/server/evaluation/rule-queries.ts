import type { OrgDatabase } from '#server/database/org-database.ts'
import { withNewestVersion } from '#server/database/shared-selects.ts'

/** Fingerprints on the allow-list of an environment. */
export async function allowedFingerprints(
  org: OrgDatabase,
  environmentId: string,
): Promise<Set<string>> {
  const rows = await org
    .selectFrom('allowed_artifact')
    .select('allowed_artifact.fingerprint')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.standing', '=', 'stands')
    .execute()
  return new Set(rows.map((row) => row.fingerprint))
}

/** The newest versions of the policies attached to an environment, by name. */
export function listVersionsAttached(org: OrgDatabase, environmentId: string) {
  return withNewestVersion(org)
    .innerJoin('policy_attachment', (join) =>
      join
        .onRef('policy_attachment.org_id', '=', 'policy.org_id')
        .onRef('policy_attachment.policy_id', '=', 'policy.id'),
    )
    .where('policy_attachment.environment_id', '=', environmentId)
    .orderBy('policy.name')
    .execute()
}

export type AttachedVersion = Awaited<ReturnType<typeof listVersionsAttached>>[number]
