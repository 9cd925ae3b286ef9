import type { Insertable, Selectable } from 'kysely'
import type {
  AuditPushRow,
  IdempotencyKey,
  RecordPending,
  RecordRow,
  RecordSeal,
  RecordTally,
  RecordCounted,
  Refusal,
} from './tables/audit-log.ts'
import type { ControlRow, ControlVersionRow } from './tables/control.ts'
import type {
  ArtifactDelta,
  ArtifactTally,
  AttestationDay,
  AttestationOrgDay,
  AttestationDelta,
  AttestationTally,
  AttestationTotal,
  CallCount,
  DecisionTally,
  TrailDelta,
  TrailTally,
} from './tables/counters.ts'
import type {
  Artifact,
  ArtifactState,
  Attestation,
  CurrentAttestation,
  CurrentDecision,
  CustomTypeTable,
  CustomTypeVersionTable,
  DecisionReference,
  EvidenceFile,
  EvidenceReservation,
  EvidenceUsageRow,
} from './tables/evidence.ts'
import type {
  DeploymentRow,
  ReevaluationQueueTable,
  EnvironmentEventRow,
  EnvironmentMember,
  EnvironmentSilence,
  ExceptionPeriod,
  EnvironmentRow,
  EnvironmentState,
  EventRepo,
  EventTally,
  InstanceCount,
  Running,
  RunningHash,
  SnapshotMember,
  SnapshotRow,
} from './tables/environment.ts'
import type {
  Flow,
  FlowActivity,
  FlowTemplate,
  Repo,
  TemplateRow,
  Trail,
  TrailEvent,
  TrailStatus,
  TrailVerdict,
} from './tables/flow.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryDayRow,
  NotificationEvent,
  NotificationTable,
  NotificationTargetTable,
  NotificationWatch,
  SelectionStale,
} from './tables/notification.ts'
import type {
  ApiKey,
  Membership,
  Organization,
  InstanceTable,
  SecretCanary,
  ServiceAccountRow,
  ServiceKey,
  ServiceKeyUse,
  Session,
  SignInToken,
  UserAccount,
  OrganizationSetting,
  SpaceTable,
  UserIdentity,
  ScimGroupMember,
  ScimGroupTable,
  ScimUserTable,
} from './tables/organization.ts'
import type {
  ExceptionReview,
  OverriddenRow,
  OverrideEnd,
  OverrideEntry,
  OverrideExpiry,
  OverrideImpactRow,
  OverrideProposal,
  OverrideReview,
  OverrideState,
} from './tables/override.ts'
import type { Preference, SavedView, Snooze } from './tables/personal.ts'
import type {
  AllowedArtifact,
  AppliedPolicy,
  EnvironmentQueueTable,
  PolicyAttachment,
  PolicyTable,
  PolicyVersion,
  VerdictTable,
  VerdictTreeTable,
} from './tables/policy.ts'

/** Tables that belong to one organization: their first key column is `org_id`. */
export interface OrgTables {
  flow: Flow
  template: TemplateRow
  flow_template: FlowTemplate
  flow_activity: FlowActivity
  trail: Trail
  trail_event: TrailEvent
  trail_status: TrailStatus
  trail_verdict: TrailVerdict
  artifact: Artifact
  artifact_state: ArtifactState
  artifact_tally: ArtifactTally
  artifact_delta: ArtifactDelta
  attestation: Attestation
  evidence_file: EvidenceFile
  evidence_usage: EvidenceUsageRow
  evidence_reservation: EvidenceReservation
  current_attestation: CurrentAttestation
  current_decision: CurrentDecision
  decision_reference: DecisionReference
  overridden: OverriddenRow
  override_expiry: OverrideExpiry
  override_end: OverrideEnd
  override_state: OverrideState
  override_proposal: OverrideProposal
  override_entry: OverrideEntry
  override_impact: OverrideImpactRow
  override_review: OverrideReview
  exception_review: ExceptionReview
  attestation_day: AttestationDay
  attestation_org_day: AttestationOrgDay
  attestation_tally: AttestationTally
  attestation_total: AttestationTotal
  attestation_delta: AttestationDelta
  decision_tally: DecisionTally
  trail_tally: TrailTally
  trail_delta: TrailDelta
  repo: Repo
  control: ControlRow
  control_version: ControlVersionRow
  custom_type: CustomTypeTable
  custom_type_version: CustomTypeVersionTable
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
  environment_queue: EnvironmentQueueTable
  policy: PolicyTable
  policy_version: PolicyVersion
  policy_attachment: PolicyAttachment
  applied_policy: AppliedPolicy
  allowed_artifact: AllowedArtifact
  verdict: VerdictTable
  verdict_tree: VerdictTreeTable
  notification: NotificationTable
  notification_watch: NotificationWatch
  selection_stale: SelectionStale
  notification_target: NotificationTargetTable
  notification_event: NotificationEvent
  delivery: Delivery
  delivery_attempt: DeliveryAttempt
  delivery_day: DeliveryDayRow
  preference: Preference
  snooze: Snooze
  saved_view: SavedView
  idempotency_key: IdempotencyKey
  record: RecordRow
  record_pending: RecordPending
  record_seal: RecordSeal
  record_tally: RecordTally
  record_counted: RecordCounted
  audit_push: AuditPushRow
  refusal: Refusal
  membership: Membership
  service_account: ServiceAccountRow
  service_key: ServiceKey
  space: SpaceTable
  service_key_use: ServiceKeyUse
  organization_setting: OrganizationSetting
}

/** Every table. */
export interface Tables extends OrgTables {
  call_count: CallCount
  organization: Organization
  user_account: UserAccount
  api_key: ApiKey
  session: Session
  sign_in_token: SignInToken
  user_identity: UserIdentity
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
  scim_group_member: ScimGroupMember
  instance: InstanceTable
  secret_canary: SecretCanary
}

/** A row of `insertMany`: JSON columns hold values, not text. */
export type ManyRow<T extends keyof OrgTables> = {
  [C in Exclude<keyof Insertable<Tables[T]>, 'org_id'>]: Selectable<Tables[T]>[C &
    keyof Selectable<Tables[T]>]
}
