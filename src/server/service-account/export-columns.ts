import type { ServiceAccountSummary } from '#contract/service-account.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Service accounts as CSV. */
export const accountColumns: Columns<ServiceAccountSummary> = {
  name: (account) => account.name,
  description: (account) => account.description,
  privilege: (account) => account.privilege,
  created_at: (account) => isoTime(account.created_at),
  created_by: (account) => account.created_by,
  working_keys: (account) => account.key_count,
  key_states: (account) => account.key_states.join(' '),
  last_used_at: (account) => isoTime(account.last_used_at),
  next_expiry_at: (account) => isoTime(account.next_expiry_at),
}
