import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'

/** Lets through what is in use, or what is archived where the call looks into the archive. */
export function isInView(
  org: OrgDatabase,
  archivedAt: 'flow.archived_at' | 'environment.archived_at',
): RawBuilder<boolean> {
  const column = sql.ref(archivedAt)
  return org.view === 'archived' ? sql`${column} is not null` : sql`${column} is null`
}
