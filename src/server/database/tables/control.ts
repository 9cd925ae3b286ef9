import type { ColumnType } from 'kysely'
import type { ControlVersion } from '#contract/control/control.ts'
import type { Instant, Json } from './column-types.ts'

export interface ControlRow {
  org_id: string
  identifier: string
  name: string
  description: string
  links: Json<Record<string, string>>
  tags: ColumnType<Record<string, string>, string | undefined, string>
  version: number
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

/** What a control was at one time; never changed. */
export interface ControlVersionRow {
  org_id: string
  identifier: string
  version: number
  event: ControlVersion['event']
  name: string
  description: string
  links: Json<Record<string, string>>
  created_at: Instant
  created_by: string
}
