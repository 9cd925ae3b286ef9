import type { PolicyDocument } from '#contract/policy-document.ts'
import type { TrailState } from '#contract/trail-state.ts'
import type { FoundAttestation } from '#contract/verdict-tree.ts'

/** A policy version that is asked. */
export interface AskedPolicy {
  policy_name: string
  policy_version: number
  policy: PolicyDocument
}

/** A flow and trail that hold an artifact. */
export interface HoldingFlow {
  flow_name: string
  tags: Readonly<Record<string, string>>
  /** null: a legacy record */
  trail_name: string | null
  /** The artifact's own state there, by a legacy record's own attestations (wire.md 23.3). */
  state: TrailState
  /**
   * What is in effect on the artifact and on its trail, overrides included and ended ones left out:
   * at least the newest of each scope, name, type and control; older ones change nothing. Any order;
   * ids are time-ordered.
   */
  evidence: readonly FoundAttestation[]
}

/** An artifact that runs or is asked about. */
export interface AskedArtifact {
  name: string
  /** '' where an image could not be resolved (wire.md 14) */
  fingerprint: string
  /** One for each flow and trail that holds it, by time of first report. */
  flows: readonly HoldingFlow[]
}

/** Everything that the state of an environment rests on. */
export interface EnvironmentFacts {
  policies: readonly AskedPolicy[]
  /** What runs; null when nothing was ever reported. */
  artifacts: readonly AskedArtifact[] | null
  /** Fingerprints on the allow-list. */
  allowed: ReadonlySet<string>
}
