import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'

/** A policy version to evaluate. */
export interface NamedPolicy {
  policy_name: string
  policy_version: number
  policy: PolicyDocument
}

/** A flow and trail that hold an artifact. */
export interface ArtifactOrigin {
  flow_name: string
  tags: Readonly<Record<string, string>>
  /** Null for a legacy record. */
  trail_name: string | null
  /** State of the artifact there; of a legacy record, by its own attestations. */
  state: TrailState
  /** Ids of the overrides that carry that state; absent without any. */
  override_ids?: readonly string[]
  /**
   * Attestations in effect on the artifact and its trail, including overrides that have not ended:
   * at least the newest of each scope, name, type and control; older ones change nothing. In any
   * order; ids are time-ordered.
   */
  evidence: readonly FoundAttestation[]
}

/** An artifact to evaluate. */
export interface PolicyInput {
  name: string
  /** `""` where an image could not be resolved. */
  fingerprint: string
  /** One for each flow and trail that holds it, sorted by time of the first report. */
  flows: readonly ArtifactOrigin[]
}

/** All facts that determine the state of an environment. */
export interface EnvironmentFacts {
  policies: readonly NamedPolicy[]
  /** Running artifacts; null before the first report. */
  artifacts: readonly PolicyInput[] | null
  /** Fingerprints on the allow-list. */
  allowed: ReadonlySet<string>
}
