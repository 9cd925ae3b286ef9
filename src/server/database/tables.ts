import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { Template } from '#contract/template.ts'
import type { ComplianceStatus, TrailState } from '#contract/trail-state.ts'

/** JSON that is written as text, so that it is kept as sent, and read as a value. */
export type Json<T = unknown> = ColumnType<T, string, string>
type NullableJson<T = unknown> = ColumnType<T | null, string | null, string | null>

/** Unix seconds, fractional: the same in the database, on the wire and in the browser. */
type Instant = number

export interface Organization {
  id: string
  name: string
  kind: 'personal' | 'shared'
  created_at: Instant
}

export interface UserAccount {
  id: string
  name: string
  email: string | null
  default_org_id: string | null
  created_at: Instant
}

export interface Membership {
  org_id: string
  user_id: string
  role: Role
  created_at: Instant
}

export interface ApiKey {
  id: string
  user_id: string
  /** SHA-256 of the whole key. */
  hash: Buffer
  description: string
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
  last_used_at: Instant | null
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
}

export interface SignInToken {
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

export interface Flow {
  org_id: string
  id: string
  name: string
  description: string
  visibility: 'public' | 'private'
  tags: ColumnType<Record<string, string>, string | undefined, string>
  template_id: string
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

export interface TemplateRow {
  org_id: string
  id: string
  sha256: Buffer
  /** Raw YAML, or null for a legacy list of names. */
  content: string | null
  names: NullableJson<string[]>
  document: Json<Template>
  created_at: Instant
}

export interface FlowTemplate {
  org_id: string
  flow_id: string
  version: number
  template_id: string
  created_at: Instant
  created_by: string
}

export interface Trail {
  org_id: string
  id: string
  flow_id: string
  name: string
  description: string
  origin_url: string
  git_commit_info: NullableJson
  repo_info: NullableJson
  repo_id: string | null
  external_urls: NullableJson
  user_data: Json
  commit_sha: string | null
  template_id: string
  created_at: Instant
  created_by: string
  last_modified_at: Instant
}

export interface TrailEvent {
  org_id: string
  id: string
  trail_id: string
  type: string
  recorded_at: Instant
  body: Json<Record<string, unknown>>
}

export interface TrailStatus {
  org_id: string
  trail_id: string
  flow_id: string
  state: TrailState
  status: Json<ComplianceStatus>
  artifact_count: number
  present_count: number
  expected_count: number
  evaluated_at: Instant
}

/** A flip of a trail's state and the event that caused it. */
export interface TrailVerdict {
  org_id: string
  trail_id: string
  event_id: string
  state: TrailState
  recorded_at: Instant
}

export interface Artifact {
  org_id: string
  id: string
  flow_id: string
  trail_id: string | null
  fingerprint: string
  filename: string
  template_reference_name: string | null
  git_commit: string
  git_commit_info: NullableJson
  repo_info: NullableJson
  repo_id: string | null
  build_url: string
  commit_url: string
  repo_url: string
  external_urls: NullableJson
  annotations: NullableJson
  commits_list: NullableJson
  created_at: Instant
  created_by: string
}

/**
 * The state of an artifact as if it filled its slot; a projection. Null without a trail: then the
 * flow's template as it stands decides.
 */
export interface ArtifactState {
  org_id: string
  artifact_id: string
  flow_id: string
  state: TrailState | null
  created_at: Instant
}

export interface Attestation {
  org_id: string
  id: string
  flow_id: string
  trail_id: string
  name: string
  type: string
  is_compliant: boolean
  is_override: Generated<boolean>
  fingerprint: string | null
  target_artifacts: string[]
  commit_sha: string | null
  repo_id: string | null
  payload: Json<Record<string, unknown>>
  evidence_sha256: string | null
  evidence_name: string | null
  evidence_size: number | null
  created_at: Instant
  reported_by: string
}

/** The newest attestation of a name in a scope of a trail; a projection. */
export interface CurrentAttestation {
  org_id: string
  trail_id: string
  scope: string
  name: string
  attestation_id: string
}

interface AttestationKey {
  org_id: string
  flow_id: string
  name: string
  type: string
  is_compliant: boolean
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
  day: number
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

/** A repository that reports spoke of; provider and external id are its identity. */
export interface Repo {
  org_id: string
  id: string
  /** `""` where no report named one. */
  provider: string
  external_id: string
  name: string
  url: string
  description: string
  tags: ColumnType<Record<string, string>, string | undefined, string>
  created_at: Instant
  last_modified_at: Instant
}

/** What a request with an Idempotency-Key was answered; null while it is under way. */
export interface IdempotencyKey {
  org_id: string
  user_id: string
  key: string
  request_hash: Buffer
  status: number | null
  body: string | null
  created_at: Instant
}

/** One accepted write: who, what, and its canonical JSON with a hash. */
export interface RecordRow {
  org_id: string
  id: string
  actor: string
  key_id: string | null
  kind: string
  subject: Json<Record<string, string>>
  body: string
  hash: Buffer
  recorded_at: Instant
}

/** A record that waits for its place in the sealed log. */
export interface RecordPending {
  org_id: string
  record_id: string
  xid: Generated<string>
}

/** The sealed log: records in commit order, each hash covering the one before. */
export interface RecordSeal {
  org_id: string
  seq: number
  record_id: string
  prev_hash: Buffer
  hash: Buffer
}

/** Tables that belong to one organization: their first key column is `org_id`. */
export interface OrgTables {
  flow: Flow
  template: TemplateRow
  flow_template: FlowTemplate
  trail: Trail
  trail_event: TrailEvent
  trail_status: TrailStatus
  trail_verdict: TrailVerdict
  artifact: Artifact
  artifact_state: ArtifactState
  attestation: Attestation
  current_attestation: CurrentAttestation
  attestation_tally: AttestationTally
  attestation_total: AttestationTotal
  attestation_delta: AttestationDelta
  trail_tally: TrailTally
  trail_delta: TrailDelta
  repo: Repo
  idempotency_key: IdempotencyKey
  record: RecordRow
  record_pending: RecordPending
  record_seal: RecordSeal
}

/** Every table. */
export interface Tables extends OrgTables {
  organization: Organization
  user_account: UserAccount
  membership: Membership
  api_key: ApiKey
  session: Session
  sign_in_token: SignInToken
}
