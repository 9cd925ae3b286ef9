import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/** How trails stand, slot by slot. */
export function listTrailStatuses(org: OrgDatabase, trailIds: readonly string[]) {
  return org
    .selectFrom('trail_status')
    .select(['trail_status.trail_id', 'trail_status.status'])
    .where(sql<boolean>`trail_status.trail_id = any(${trailIds})`)
    .execute()
}
