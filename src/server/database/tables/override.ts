import type { Instant } from './column.ts'

/** A report that an override is about. */
export interface OverriddenRow {
  org_id: string
  attestation_id: string
  override_id: string
  /** The override is about everything that the report is about. */
  is_whole: boolean
}

/** Until when an override stands, as it was said at some time; null for ever. */
export interface OverrideExpiry {
  org_id: string
  id: string
  override_id: string
  expires_at: Instant | null
  reason: string
  set_at: Instant
  set_by: string
  set_by_id: string
}

export type EndKind = 'expired' | 'withdrawn' | 'restored'

/** How an override ended: a fact of its own (wire.md 11.1). */
export interface OverrideEnd {
  org_id: string
  override_id: string
  kind: EndKind
  reason: string
  ended_at: Instant
  ended_by: string
  ended_by_id: string
}

/** What stands of an override now; a projection. */
export interface OverrideState {
  org_id: string
  override_id: string
  is_compliant: boolean
  created_by_id: string
  expires_at: Instant | null
  expires_by: string | null
  expires_by_id: string | null
  ended_at: Instant | null
}
