import type { Instant } from './column-types.ts'

/** A review of an exception, with what it decided. */
export interface ExceptionReview {
  org_id: string
  id: string
  kind: 'override' | 'allow_list' | 'policy'
  /** As in the register of exceptions. */
  exception_id: string
  /** What was reviewed, and where it held, as people read it: an ended exception may be gone. */
  name: string
  place: string
  outcome: 'kept' | 'shortened' | 'ended'
  reason: string
  reviewed_at: Instant
  reviewed_by: string
  reviewed_by_id: string
}
