import type { TrailState } from '#contract/verdict/compliance-status.ts'

interface AttestationKey {
  org_id: string
  flow_id: string
  name: string
  type: string
  is_compliant: boolean
  reported_by: string
}

/** How many attestations are alike in a flow. Exact only together with the deltas that wait. */
export interface AttestationTotal extends AttestationKey {
  count: number
}

/** The same for each day, in days since 1970 (UTC). */
export interface AttestationTally extends AttestationTotal {
  day: number
}

/** A change of those counts that waits to be folded into them. */
export interface AttestationDelta extends AttestationKey {
  id: string
  /** Of a decision. */
  control: string | null
  day: number
  amount: number
}

/** How many decisions about a control a flow has of each day; with the deltas that wait. */
export interface DecisionTally {
  org_id: string
  flow_id: string
  control: string
  day: number
  is_compliant: boolean
  count: number
}

/**
 * How many artifacts that were reported on a day (days since 1970, UTC) are in a state; with the
 * deltas that wait. Null is the state of those without a trail.
 */
export interface ArtifactTally {
  org_id: string
  flow_id: string
  day: number
  state: TrailState | null
  count: number
}

/** A change of those counts that waits to be folded into them. */
export interface ArtifactDelta extends Omit<ArtifactTally, 'count'> {
  id: string
  amount: number
}

/** How many trails that began on a day (days since 1970, UTC) are in a state; with the deltas that wait. */
export interface TrailTally {
  org_id: string
  flow_id: string
  day: number
  state: TrailState
  count: number
}

/** A change of those counts that waits to be folded into them. */
export interface TrailDelta extends Omit<TrailTally, 'count'> {
  id: string
  amount: number
}
