import type { Generated, GeneratedAlways } from 'kysely'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { EventType } from '#contract/event/event.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import type { ReportRhythm } from '#domain/environment/report-rhythm.ts'
import type { RunningDetail } from '#domain/snapshot/reported-artifacts.ts'
import type { QualifierTotals } from '#domain/verdict/qualifiers.ts'
import type { GeneratedJson, Instant, Json, NullableJson, OfOrganization } from './column-types.ts'

export interface EnvironmentRow extends OfOrganization {
  id: string
  /** Its position in the range index of `running`; a 64-bit integer, as text. */
  number: Generated<number>
  name: string
  type: EnvironmentType
  description: string
  include_scaling: boolean
  require_provenance: boolean
  tags: GeneratedJson<Record<string, string>>
  space_id: Generated<string | null>
  /** Without a report after which it is stale; null where its type or its reports say so. */
  reporting_minutes: Generated<number | null>
  archived_at: Instant | null
  created_at: Instant
  created_by: string
  last_modified_at: Instant
}

/** A physical environment that a logical one includes. */
export interface EnvironmentMember extends OfOrganization {
  environment_id: string
  member_id: string
}

/** Current status of an environment; a projection, one row each from its creation on. */
export interface EnvironmentState extends OfOrganization {
  environment_id: string
  last_reported_at: Instant | null
  last_changed_at: Instant | null
  /** The last report that hashes of what runs were stored with: `last_reported_at` while they hold. */
  hashed_at: Generated<Instant | null>
  /** The last report by the clock, which `last_reported_at` never follows back; null: none yet. */
  heard_at: Generated<Instant | null>
  report_rhythm: NullableJson<ReportRhythm>
  /** Seconds that the rhythm tells; null before there are enough reports. */
  learned_interval: Generated<number | null>
  /** Of the newest snapshot; 0 before the first. */
  snapshot_index: number
  running_count: number
  state: boolean | null
  /** Whether it has policies attached. */
  is_judged: Generated<boolean>
  /** Of running artifacts; 0 without policies. */
  non_compliant_count: Generated<number>
  /** Qualifiers of the state; null if there is none, or nothing is evaluated. */
  carriers: NullableJson<QualifierTotals>
  /** Since when `state` has its value: both are set together. */
  state_since: Instant
}

/** A time without a report beyond the interval of the environment, which has ended. */
export interface EnvironmentSilence extends OfOrganization {
  environment_id: string
  ended_at: Instant
  /** When a report was due. */
  started_at: Instant
  last_reported_at: Instant
}

export interface SnapshotRow extends OfOrganization {
  environment_id: string
  /** From 1, per environment. */
  index: number
  /** Of the environment when this was reported. */
  type: EnvironmentType
  created_at: Instant
  reported_by_id: string
  reported_by: string
  state: boolean | null
  running_count: number
  started_count: number
  exited_count: number
  /** Number of snapshots up to this one with its state: pages of one state are found by it. */
  state_ordinal: number
  /** Whether the snapshot before has another state; true for the first. */
  is_flip: boolean
  /** Why there is one without a report; null for a report. */
  cause: NullableJson<VerdictCause>
  /** Artifacts that stay, with another verdict. */
  changed_count: Generated<number>
  /** Qualifiers of the state when it began; null if there was none, or they were not kept. */
  carriers: NullableJson<QualifierTotals>
}

/** When exceptions carried the verdict of an environment; open while they do. */
export interface ExceptionPeriod extends OfOrganization {
  environment_id: string
  started_at: Instant
  ended_at: Instant | null
}

/**
 * An artifact that looks the same in the snapshots `from_index` ≤ n < `to_index` (null: until now).
 */
export interface Running extends OfOrganization {
  id: string
  environment_id: string
  environment_number: number
  name: string
  fingerprint: string
  from_index: number
  to_index: number | null
  /** Snapshot and instant at which it began to run without a gap. */
  started_index: number
  started_at: Instant
  instance_count: number
  detail: Json<RunningDetail>
  during: GeneratedAlways<string>
}

/** Hashes of what runs with fingerprints of one beginning, so that equal parts need no reading. */
export interface RunningHash extends OfOrganization {
  environment_id: string
  /** The beginning of the fingerprints. */
  part: string
  /** Of names, fingerprints and numbers of instances. */
  artifacts: string
  /** Of the instances as stored; null where that is not known. */
  details: string | null
}

/** Number of instances by the last report, if it differs from the snapshot; a projection. */
export interface InstanceCount extends OfOrganization {
  running_id: string
  count: number
}

/** The snapshot of a member that a logical environment's snapshots show, as an interval. */
export interface SnapshotMember extends OfOrganization {
  environment_id: string
  member_id: string
  from_index: number
  to_index: number | null
  member_index: number
}

export interface EnvironmentEventRow extends OfOrganization {
  id: string
  environment_id: string
  snapshot_index: number
  recorded_at: Instant
  type: EventType
  name: string
  fingerprint: string
  was: number
  now: number
  compliant: boolean | null
  snapshot_state: boolean | null
  cause: NullableJson<VerdictCause>
}

/** A repository that the artifact of an event was built from; none of scaling. */
export interface EventRepo extends OfOrganization {
  repo_id: string
  environment_id: string
  recorded_at: Instant
  event_id: string
}

/** Number of events of a type in an environment by day (days since 1970, UTC). */
export interface EventTally extends OfOrganization {
  environment_id: string
  day: number
  type: EventType
  count: number
}

/** An artifact of a flow that began to run in an environment; a projection. */
export interface DeploymentRow extends OfOrganization {
  environment_id: string
  flow_id: string
  /** `""` for one that fills no slot. */
  template_reference_name: string
  snapshot_index: number
  name: string
  fingerprint: string
  artifact_id: string
  started_at: Instant
}

/** An entry of the re-evaluation queue, processed after commit. */
export interface ReevaluationQueueTable extends OfOrganization {
  id: string
  /** An artifact of this fingerprint was reported. */
  fingerprint: string | null
  /** Or: something started in this snapshot of this environment. */
  environment_id: string | null
  snapshot_index: number | null
  /** Or: evidence or rules of this trail, of this flow, or of this policy changed. */
  trail_id: string | null
  flow_id: string | null
  policy_id: string | null
  /** Null if only deployments are to be inserted. */
  cause: NullableJson<VerdictCause>
}

/** Tables of organizations with these rows. */
export interface EnvironmentTables {
  environment: EnvironmentRow
  environment_member: EnvironmentMember
  environment_silence: EnvironmentSilence
  exception_period: ExceptionPeriod
  environment_state: EnvironmentState
  snapshot: SnapshotRow
  running: Running
  instance_count: InstanceCount
  running_hash: RunningHash
  snapshot_member: SnapshotMember
  environment_event: EnvironmentEventRow
  event_repo: EventRepo
  event_tally: EventTally
  deployment: DeploymentRow
  reevaluation_queue: ReevaluationQueueTable
}
