import type { Generated } from 'kysely'
import type { RuleResult, SummaryRow } from '#contract/attestation/types/custom.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { Instant, Json, NullableJson } from './column-types.ts'

/** What a version of a custom type said of evidence when it came in. */
export interface CustomOutcome {
  type_version: number
  rule_results: RuleResult[]
  summary: SummaryRow[]
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
  /** What counts of it: what it says, unless an override of all of it stands. */
  is_compliant: boolean
  /** An override turned that: it says the opposite itself. */
  is_flipped: Generated<boolean>
  is_override: Generated<boolean>
  /** Of an override: the newest report that it is about, null where there was none. */
  overridden_attestation_id: Generated<string | null>
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
  /** Of a decision: the control, with its version and name at the recording, null where unknown. */
  control: string | null
  control_version: number | null
  control_name: string | null
  /** Of custom evidence: what its type said of it. */
  outcome: NullableJson<CustomOutcome>
}

/** The newest attestation of a name in a scope of a trail; a projection. */
export interface CurrentAttestation {
  org_id: string
  trail_id: string
  scope: string
  name: string
  attestation_id: string
}

/** The newest decision about a control in a scope of a trail, whatever its name; a projection. */
export interface CurrentDecision {
  org_id: string
  trail_id: string
  control: string
  scope: string
  attestation_id: string
}
