import type { Generated, GeneratedAlways } from 'kysely'
import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import type { StoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import type { Instant, Json, NullableJson, OfOrganization } from './column-types.ts'
import type { EndKind } from './override.ts'

export interface PolicyTable extends OfOrganization {
  id: string
  name: string
  description: string
  archived_at: Instant | null
  created_at: Instant
  created_by: string
  last_modified_at: Instant
}

export interface PolicyVersion extends OfOrganization {
  policy_id: string
  /** From 1. */
  version: number
  /** YAML as it was sent. */
  content: string
  document: Json<PolicyDocument>
  comment: string
  created_at: Instant
  created_by: string
  /** Null for earlier versions whose author is gone. */
  created_by_id: string | null
}

/** A policy that is attached to an environment now. */
export interface PolicyAttachment extends OfOrganization {
  environment_id: string
  policy_id: string
  attached_at: Instant
  attached_by: string
}

/**
 * An entry of an environment's allow-list: while it stands, its artifact counts as compliant there,
 * whatever policies say. One that is requested allows nothing; one that has ended is history.
 */
export interface AllowedArtifact extends OfOrganization {
  id: string
  environment_id: string
  fingerprint: string
  name: string
  description: string
  created_at: Instant
  created_by: string
  /** When the allowance ends by itself, and who set that. */
  expires_at: Instant | null
  expires_by: string | null
  expires_by_id: string | null
  /** Null for earlier entries whose author is gone. */
  created_by_id: string | null
  standing: 'stands' | 'requested' | 'declined' | EndKind
  /** Whether a request leaves its end to the organization's settings. */
  has_usual_expiry: boolean
  approved_by: string | null
  ended_at: Instant | null
  ended_by: string | null
}

/**
 * The verdict on a running artifact, in the snapshots `from_index` ≤ n < `to_index` (null: until
 * now).
 */
export interface VerdictTable extends OfOrganization {
  environment_id: string
  environment_number: number
  name: string
  fingerprint: string
  from_index: number
  to_index: number | null
  compliant: boolean
  reason: ArtifactVerdict['reason']
  failing_policy_ids: string[]
  /** The flows and trails that were evaluated, with the evidence found there. */
  places: Json<ArtifactVerdict['places']>
  /** Its qualifiers; null if there is none. */
  carriers: NullableJson<StoredQualifiers>
  /** Hash of the whole verdict: equal for equal verdicts. */
  hash: string
  /** Hash of the policies' results for those places. */
  tree_hash: string
  evaluated_at: Instant
  during: GeneratedAlways<string>
}

/** Results of policies for some evidence; stored once for all artifacts with equal evidence. */
export interface VerdictTreeTable extends OfOrganization {
  /** SHA-256 of its canonical JSON, hexadecimal. */
  hash: string
  policies: Json<ArtifactVerdict['policies']>
}

/** The version of a policy in the snapshots `from_index` ≤ n < `to_index`. */
export interface AppliedPolicy extends OfOrganization {
  environment_id: string
  policy_id: string
  version: number
  from_index: number
  to_index: number | null
}

/** An environment to be re-evaluated, for one artifact or for all. */
export interface EnvironmentQueueTable extends OfOrganization {
  id: Generated<number>
  environment_id: string
  /** Null for everything that runs there. */
  fingerprint: string | null
  /** The row of `reevaluation_queue` that it comes from. */
  entry_id: string
  cause: Json<VerdictCause>
}

/** Tables of organizations with these rows. */
export interface PolicyTables {
  environment_queue: EnvironmentQueueTable
  policy: PolicyTable
  policy_version: PolicyVersion
  policy_attachment: PolicyAttachment
  applied_policy: AppliedPolicy
  allowed_artifact: AllowedArtifact
  verdict: VerdictTable
  verdict_tree: VerdictTreeTable
}
