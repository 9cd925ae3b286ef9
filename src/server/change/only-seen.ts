import type { SeenArtifact } from '#contract/artifact-run.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { listOnlySeen } from '../running/queries.ts'
import { runningPlacesOf } from './artifact-runs.ts'

/** Artifacts that no flow knows, only seen running, whose fingerprint is or starts with a text. */
export async function onlySeenOf(
  org: OrgDatabase,
  fingerprint: string,
  limit: number,
): Promise<SeenArtifact[]> {
  const rows = await listOnlySeen(org, fingerprint, limit)
  const placesOf = await runningPlacesOf(
    org,
    rows.map((row) => row.fingerprint),
  )
  return rows.map((row) => ({ ...row, ...placesOf(row.fingerprint) }))
}
