import { findPreference, storePreference } from '../preference/queries.ts'
import { appendRecord } from '../record/queries.ts'
import type { Write } from './write.ts'

/** Keeps with which filters a page opens for the caller (product.md 3.1). */
export async function savePreference(write: Write, page: string, search: string): Promise<void> {
  const { org, at, actor, newId } = write
  const key = { user_id: actor.userId, page }
  if ((await findPreference(org, key)) === search) return
  await storePreference(org, { ...key, search })
  const body = { page, search }
  await appendRecord(org, {
    id: newId(),
    at,
    actor,
    kind: 'preference_saved',
    subject: {},
    body,
  })
}
