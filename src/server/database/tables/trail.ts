import type { Generated } from 'kysely'
import type { ComplianceStatus, TrailState } from '#contract/verdict/compliance-status.ts'
import type { Instant, Json, NullableJson } from './column-types.ts'

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
  /** Number of overrides that carry the state. */
  override_count: Generated<number>
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
