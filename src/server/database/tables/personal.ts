import type { Instant, OfOrganization } from './column-types.ts'

/** Default search parameters of a page for a person. */
export interface Preference extends OfOrganization {
  user_id: string
  page: string
  /** Search parameters of the page's address, without `?`. */
  search: string
}

/** A non-compliant environment that a person has snoozed. */
export interface Snooze extends OfOrganization {
  user_id: string
  environment_id: string
  /** Since when it was non-compliant, and its newest snapshot: later changes end the snooze. */
  since: Instant
  snapshot_index: number
  snoozed_at: Instant
}

/** A named address of a list. */
export interface SavedView extends OfOrganization {
  id: string
  /** Its owner; null for the team's. */
  user_id: string | null
  page: string
  name: string
  /** Search parameters of the page's address, without `?`. */
  search: string
  is_default: boolean
  created_at: Instant
  created_by: string
}

/** Tables of organizations with these rows. */
export interface PersonalTables {
  preference: Preference
  snooze: Snooze
  saved_view: SavedView
}
