import type { Generated } from 'kysely'
import type { ControlScope, ControlVersion } from '#contract/control/control.ts'
import type { GeneratedJson, Instant, Json, NullableJson, OfOrganization } from './column-types.ts'

export interface ControlRow extends OfOrganization {
  identifier: string
  name: string
  description: string
  links: Json<Record<string, string>>
  tags: GeneratedJson<Record<string, string>>
  version: number
  /** '' without one. */
  owner: Generated<string>
  /** Null: everything that runs. */
  scope: NullableJson<ControlScope>
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

/** A version of a control; never changed. */
export interface ControlVersionRow extends OfOrganization {
  identifier: string
  version: number
  event: ControlVersion['event']
  name: string
  description: string
  links: Json<Record<string, string>>
  owner: Generated<string>
  scope: NullableJson<ControlScope>
  created_at: Instant
  created_by: string
}

/** Tables of organizations with these rows. */
export interface ControlTables {
  control: ControlRow
  control_version: ControlVersionRow
}
