import type { Generated } from 'kysely'
import type { Template } from '#contract/template/template.ts'
import type {
  AttestationStatus,
  ComplianceStatus,
  TrailState,
} from '#contract/verdict/compliance-status.ts'
import type { RecentEntry } from '#domain/trail/whole-status.ts'
import type { GeneratedJson, Instant, Json, NullableJson, OfOrganization } from './column-types.ts'

export interface Flow extends OfOrganization {
  id: string
  name: string
  description: string
  visibility: 'public' | 'private'
  tags: GeneratedJson<Record<string, string>>
  template_id: string
  space_id: Generated<string | null>
  archived_at: Instant | null
  created_at: Instant
  created_by: string
}

export interface TemplateRow extends OfOrganization {
  id: string
  sha256: Buffer
  /** Raw YAML, or null for a legacy list of names. */
  content: string | null
  names: NullableJson<string[]>
  document: Json<Template>
  created_at: Instant
}

export interface FlowTemplate extends OfOrganization {
  flow_id: string
  version: number
  template_id: string
  created_at: Instant
  created_by: string
}

/** When something on a flow's trails last changed that added no trail, artifact or attestation. */
export interface FlowActivity extends OfOrganization {
  flow_id: string
  at: Instant
}

/** A repository named in reports; provider and external id are its identity. */
export interface Repo extends OfOrganization {
  id: string
  /** `""` where no report named one. */
  provider: string
  external_id: string
  name: string
  url: string
  description: string
  tags: GeneratedJson<Record<string, string>>
  created_at: Instant
  last_modified_at: Instant
}

export interface Trail extends OfOrganization {
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

export interface TrailEvent extends OfOrganization {
  id: string
  trail_id: string
  type: string
  recorded_at: Instant
  body: Json<Record<string, unknown>>
}

export interface TrailStatus extends OfOrganization {
  trail_id: string
  flow_id: string
  state: TrailState
  /** Read by `wholeStatus` only. */
  status: Json<ComplianceStatus>
  /** Entries of the trail itself that stand in place of those in the status; null for a small one. */
  recent: NullableJson<AttestationStatus[]>
  /** Entries of its artifacts, likewise. */
  recent_of_artifacts: NullableJson<RecentEntry[]>
  artifact_count: number
  present_count: number
  expected_count: number
  /** Number of overrides that carry the state. */
  override_count: Generated<number>
  evaluated_at: Instant
}

/** A flip of a trail's state and the event that caused it. */
export interface TrailVerdict extends OfOrganization {
  trail_id: string
  event_id: string
  state: TrailState
  recorded_at: Instant
}

/** Tables of organizations with these rows. */
export interface FlowTables {
  flow: Flow
  template: TemplateRow
  flow_template: FlowTemplate
  flow_activity: FlowActivity
  trail: Trail
  trail_event: TrailEvent
  trail_status: TrailStatus
  trail_verdict: TrailVerdict
  repo: Repo
}
