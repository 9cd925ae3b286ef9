import type { Generated } from 'kysely'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { OfOrganization } from './column-types.ts'

/** Calls of a minute in all processes that a limit counts, in minutes since 1970. */
export interface CallCount {
  key: string
  minute: number
  count: number
}

interface AttestationOfOrg {
  org_id: string
  type: string
  /** The verdict that counts; the report has the opposite where an override flipped it. */
  is_compliant: boolean
  is_flipped: Generated<boolean>
  is_override: Generated<boolean>
  reported_by: string
}

interface AttestationKind extends AttestationOfOrg {
  flow_id: string
}

interface AttestationKey extends AttestationKind {
  name: string
}

/** Number of equal attestations in a flow. Exact only together with the pending deltas. */
export interface AttestationTotal extends AttestationKey {
  count: number
}

/** The same by day, in days since 1970 (UTC). */
export interface AttestationTally extends AttestationTotal {
  day: number
}

/** The same by day whatever the names; a trigger keeps it as the counts by name are. */
export interface AttestationDay extends AttestationKind {
  day: number
  count: number
}

/** The same by day whatever the names and the flows; a trigger keeps it as those of flows are. */
export interface AttestationOrgDay extends AttestationOfOrg {
  day: number
  count: number
}

/** A change of those counts, pending to be folded into them. */
export interface AttestationDelta extends AttestationKey {
  id: string
  /** For a decision. */
  control: string | null
  day: number
  amount: number
}

/** Number of decisions about a control in a flow by day; with the pending deltas. */
export interface DecisionTally extends OfOrganization {
  flow_id: string
  control: string
  day: number
  is_compliant: boolean
  count: number
}

/**
 * Number of artifacts by state and by day of their report (days since 1970, UTC); with the pending
 * deltas. Null is the state of those without a trail.
 */
export interface ArtifactTally extends OfOrganization {
  flow_id: string
  day: number
  state: TrailState | null
  count: number
}

/** A change of those counts, pending to be folded into them. */
export interface ArtifactDelta extends Omit<ArtifactTally, 'count'> {
  id: string
  amount: number
}

/**
 * Number of trails by state and by day of their beginning (days since 1970, UTC); with the pending
 * deltas.
 */
export interface TrailTally extends OfOrganization {
  flow_id: string
  day: number
  state: TrailState
  count: number
}

/** A change of those counts, pending to be folded into them. */
export interface TrailDelta extends Omit<TrailTally, 'count'> {
  id: string
  amount: number
}

/** Tables of organizations with these rows. */
export interface CounterTables {
  artifact_tally: ArtifactTally
  artifact_delta: ArtifactDelta
  attestation_day: AttestationDay
  attestation_org_day: AttestationOrgDay
  attestation_tally: AttestationTally
  attestation_total: AttestationTotal
  attestation_delta: AttestationDelta
  decision_tally: DecisionTally
  trail_tally: TrailTally
  trail_delta: TrailDelta
}
