import type { Instant, Json } from './column.ts'

/** What an organization has set in one section; what it leaves out is as it is at first. */
export interface OrganizationSetting {
  org_id: string
  section: string
  value: Json<object>
  changed_at: Instant | null
  changed_by: string | null
}
