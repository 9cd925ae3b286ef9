import type { Generated } from 'kysely'
import type { OverrideEffect } from '#contract/override/override-effect.ts'
import type { Instant, Json, OfOrganization } from './column-types.ts'

/** A report that an override is about. */
export interface OverriddenRow extends OfOrganization {
  attestation_id: string
  override_id: string
  /** The override covers everything that the report is about. */
  is_whole: boolean
}

/** Expiry of an override as set at some time; null for ever. */
export interface OverrideExpiry extends OfOrganization {
  id: string
  override_id: string
  expires_at: Instant | null
  reason: string
  set_at: Instant
  set_by: string
  set_by_id: string
}

export type EndKind = 'expired' | 'withdrawn' | 'restored'

/** End of an override, a fact of its own. */
export interface OverrideEnd extends OfOrganization {
  override_id: string
  kind: EndKind
  reason: string
  ended_at: Instant
  ended_by: string
  ended_by_id: string
}

/** Current state of an override; a projection. */
export interface OverrideState extends OfOrganization {
  override_id: string
  is_compliant: boolean
  created_by_id: string
  expires_at: Instant | null
  expires_by: string | null
  expires_by_id: string | null
  ended_at: Instant | null
  /** The request for it, with its approver; null if no approval was needed. */
  proposal_id: string | null
  approved_by: string | null
}

/** A request for an override, and its result. */
export interface OverrideProposal extends OfOrganization {
  id: string
  flow_id: string
  trail_id: string
  name: string
  type: string
  is_compliant: boolean
  fingerprint: string | null
  target_artifacts: string[]
  overridden_attestation_id: string | null
  payload: Json<Record<string, unknown>>
  /** Null for ever, unless the organization has a default expiry. */
  expires_at: Instant | null
  has_usual_expiry: boolean
  /** Effect at the time of the request. */
  effect: Json<OverrideEffect>
  requested_at: Instant
  requested_by: string
  requested_by_id: string
  decision: 'approved' | 'declined' | 'withdrawn' | null
  decided_at: Instant | null
  decided_by: string | null
  decided_by_id: string | null
  reason: string | null
  override_id: string | null
}

/** Effect of an override when it was made. */
export interface OverrideImpactRow extends OfOrganization {
  override_id: string
  environment_count: number
  effect: Json<OverrideEffect>
}

/** A review of an override. */
export interface OverrideReview extends OfOrganization {
  id: string
  override_id: string
  comment: string
  reviewed_at: Instant
  reviewed_by: string
}

/** An override, or a request that led to none, as the register lists it; a projection. */
export interface OverrideEntry extends OfOrganization {
  id: string
  is_request: boolean
  flow_id: string
  type: string
  is_compliant: boolean
  created_at: Instant
  created_by: string
  expires_at: Instant | null
  ended_at: Instant | null
  standing: EndKind | 'stands' | 'requested' | 'declined'
  /** Whether a later record counts in its place; a trigger keeps it, until it has ended. */
  is_replaced: Generated<boolean>
  is_reviewed: Generated<boolean>
}

/** A review of an exception, with what it decided. */
export interface ExceptionReview extends OfOrganization {
  id: string
  kind: 'override' | 'allow_list' | 'policy'
  /** As in the register of exceptions. */
  exception_id: string
  /** The reviewed exception, and where it held, as people read it: an ended one may be gone. */
  name: string
  place: string
  outcome: 'kept' | 'shortened' | 'ended'
  reason: string
  reviewed_at: Instant
  reviewed_by: string
  reviewed_by_id: string
}

/** Tables of organizations with these rows. */
export interface OverrideTables {
  overridden: OverriddenRow
  override_expiry: OverrideExpiry
  override_end: OverrideEnd
  override_state: OverrideState
  override_proposal: OverrideProposal
  override_entry: OverrideEntry
  override_impact: OverrideImpactRow
  override_review: OverrideReview
  exception_review: ExceptionReview
}
