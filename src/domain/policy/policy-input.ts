import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'

/** A policy version that is asked. */
export interface NamedPolicy {
  policy_name: string
  policy_version: number
  policy: PolicyDocument
}

/** A flow and trail that hold an artifact. */
export interface ArtifactOrigin {
  flow_name: string
  tags: Readonly<Record<string, string>>
  /** null: a legacy record */
  trail_name: string | null
  /** The artifact's own state there, by a legacy record's own attestations. */
  state: TrailState
  /**
   * What is in effect on the artifact and on its trail, overrides included and ended ones left out:
   * at least the newest of each scope, name, type and control; older ones change nothing. Any order;
   * ids are time-ordered.
   */
  evidence: readonly FoundAttestation[]
}

/** An artifact that runs or is asked about. */
export interface PolicyInput {
  name: string
  /** '' where an image could not be resolved */
  fingerprint: string
  /** One for each flow and trail that holds it, by time of first report. */
  flows: readonly ArtifactOrigin[]
}

/** Everything that the state of an environment rests on. */
export interface EnvironmentFacts {
  policies: readonly NamedPolicy[]
  /** What runs; null when nothing was ever reported. */
  artifacts: readonly PolicyInput[] | null
  /** Fingerprints on the allow-list. */
  allowed: ReadonlySet<string>
}
