import type { ServiceAccount, ServiceAccountSummary } from '#contract/service-account.ts'
import { endOfKey, isKept, isWorking, keyState } from '#domain/key-state.ts'
import type { AccountRow, ServiceKeyRow } from './queries.ts'

/** A service account as it is read (wire.md 19). */
export const accountItem = (row: AccountRow): ServiceAccount => ({
  name: row.name,
  description: row.description,
  privilege: row.privilege,
  created_at: row.created_at,
  creating_user_id: row.created_by_id,
  created_by: row.created_by,
})

/** A service account with what its keys are up to. */
export function accountSummary(
  row: AccountRow,
  keys: ServiceKeyRow[],
  now: number,
): ServiceAccountSummary {
  const kept = keys.filter((key) => isKept(key, now))
  const working = keys.filter((key) => isWorking(key, now))
  const ends = working.map(endOfKey).filter((end) => end !== null)
  const used = keys.map((key) => key.last_used_at).filter((at) => at !== null)
  return {
    ...accountItem(row),
    key_count: working.length,
    last_used_at: used.length > 0 ? Math.max(...used) : null,
    next_expiry_at: ends.length > 0 ? Math.min(...ends) : null,
    key_states: [...new Set(kept.map((key) => keyState(key, now)))],
  }
}
