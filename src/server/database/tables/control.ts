import type { ControlVersion } from '#contract/control/control.ts'
import type { GeneratedJson, Instant, Json } from './column-types.ts'

export interface ControlRow {
  org_id: string
  identifier: string
  name: string
  description: string
  links: Json<Record<string, string>>
  tags: GeneratedJson<Record<string, string>>
  version: number
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

/** A version of a control; never changed. */
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
