import type { Member } from '#contract/member.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Members as CSV. */
export const memberColumns: Columns<Member> = {
  name: (member) => member.name,
  role: (member) => member.role,
  joined_at: (member) => isoTime(member.joined_at),
  email: (member) => member.email,
  last_seen_at: (member) => isoTime(member.last_seen_at),
  working_keys: (member) => member.key_count,
  service_accounts: (member) => member.service_account_count,
  is_invited: (member) => String(member.is_invited),
}
