import { findPreference, storePreference } from './queries.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Stores the filters with which a page opens for the caller. */
export async function savePreference(
  write: UnitOfWork,
  page: string,
  search: string,
): Promise<void> {
  const { org, actor } = write
  const key = { user_id: actor.userId, page }
  if ((await findPreference(org, key)) === search) return
  await storePreference(org, { ...key, search })
  await appendAuditEntry(write, { kind: 'preference_saved', subject: {}, body: { page, search } })
}
