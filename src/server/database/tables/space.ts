import type { Instant } from './column.ts'

/** A folder of flows and environments. */
export interface SpaceTable {
  org_id: string
  id: string
  name: string
  /** Null at the top. */
  parent_id: string | null
  created_at: Instant
  created_by: string
}
