import { insertAuditEntry, type NewAuditEntry } from './queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Leaves the record of what a write has changed: by whom and when is known of the write. */
export function appendAuditEntry(
  { org, at, actor, newId }: Pick<UnitOfWork, 'org' | 'at' | 'actor' | 'newId'>,
  change: Omit<NewAuditEntry, 'id' | 'at' | 'actor'>,
): Promise<void> {
  return insertAuditEntry(org, { id: newId(), at, actor, ...change })
}
