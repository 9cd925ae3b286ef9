import { findPreference, storePreference } from '../preference/queries.ts'
import { leaveRecord } from './leave-record.ts'
import type { Write } from './write.ts'

/** Keeps with which filters a page opens for the caller (product.md 3.1). */
export async function savePreference(write: Write, page: string, search: string): Promise<void> {
  const { org, actor } = write
  const key = { user_id: actor.userId, page }
  if ((await findPreference(org, key)) === search) return
  await storePreference(org, { ...key, search })
  await leaveRecord(write, { kind: 'preference_saved', subject: {}, body: { page, search } })
}
