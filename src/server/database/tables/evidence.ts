import type { Generated } from 'kysely'
import type { RuleResult, SummaryRow } from '#contract/attestation/types/custom.ts'
import type { SummaryExpression } from '#contract/custom-type/custom-type.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { Instant, Json, NullableJson, OfOrganization } from './column-types.ts'

/** Outcome of a version of a custom type on evidence at its reporting. */
export interface CustomOutcome {
  type_version: number
  rule_results: RuleResult[]
  summary: SummaryRow[]
}

export interface Artifact extends OfOrganization {
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
 * State of an artifact as if it filled its slot; a projection. Null without a trail: then the
 * flow's newest template decides.
 */
export interface ArtifactState extends OfOrganization {
  artifact_id: string
  flow_id: string
  state: TrailState | null
  /** The overrides that carry the state. */
  override_ids: Generated<string[]>
  created_at: Instant
}

export interface Attestation extends OfOrganization {
  id: string
  flow_id: string
  trail_id: string
  name: string
  type: string
  /**
   * The counted verdict: the reported one, unless an active override of the whole report turns it.
   */
  is_compliant: boolean
  /** An override turned it: the report itself has the opposite. */
  is_flipped: Generated<boolean>
  is_override: Generated<boolean>
  /** For an override: its newest report, null if there was none. */
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
  /** For a decision: the control, with its version and name at the recording, null if unknown. */
  control: string | null
  control_version: number | null
  control_name: string | null
  /** For custom evidence: the outcome of its type. */
  outcome: NullableJson<CustomOutcome>
}

/** The newest attestation of a name in a scope of a trail; a projection. */
export interface CurrentAttestation extends OfOrganization {
  trail_id: string
  scope: string
  name: string
  attestation_id: string
}

/** The newest decision about a control in a scope of a trail, whatever its name; a projection. */
export interface CurrentDecision extends OfOrganization {
  trail_id: string
  control: string
  scope: string
  attestation_id: string
}

export interface CustomTypeTable extends OfOrganization {
  name: string
  description: string
  archived_at: Instant | null
  created_at: Instant
  created_by: string
  last_modified_at: Instant
  last_modified_by: string
}

/** A version of a custom attestation type; never changed. */
export interface CustomTypeVersionTable extends OfOrganization {
  name: string
  /** From 1. */
  version: number
  type_schema: NullableJson<Record<string, unknown>>
  /** The draft of JSON Schema that it is read by; null without a schema. */
  draft: string | null
  rules: Json<string[]>
  summary: Json<SummaryExpression[]>
  comment: string
  created_at: Instant
  created_by: string
}

/** A hash or the id of a report that a decision names in its payload. */
export interface DecisionReference extends OfOrganization {
  /** In small letters. */
  name: string
  /** The decision. */
  attestation_id: string
}

/** A file of evidence that an organization has, once however many attestations name it. */
export interface EvidenceFile extends OfOrganization {
  sha256: string
  /** Bytes. */
  size: number
  /** When the organization's retention removed it; null while it is kept. */
  removed_at: Generated<Instant | null>
}

/** Bytes of evidence of an organization, what is being stored included. */
export interface EvidenceUsageRow extends OfOrganization {
  bytes: number
}

/** Space that a file takes while it is stored, until the first row names it. */
export interface EvidenceReservation extends OfOrganization {
  id: string
  sha256: string
  bytes: number
  reserved_at: Instant
}

/** Tables of organizations with these rows. */
export interface EvidenceTables {
  artifact: Artifact
  artifact_state: ArtifactState
  attestation: Attestation
  evidence_file: EvidenceFile
  evidence_usage: EvidenceUsageRow
  evidence_reservation: EvidenceReservation
  current_attestation: CurrentAttestation
  current_decision: CurrentDecision
  decision_reference: DecisionReference
  custom_type: CustomTypeTable
  custom_type_version: CustomTypeVersionTable
}
