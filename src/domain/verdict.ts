import type {
  AttestationDefinition,
  RequirementDefinition,
  ResolutionType,
  RuleType,
} from '#contract/policy-evaluation.ts'
import type { TrailState } from '#contract/trail-state.ts'
import type { ArtifactNode, EnvironmentNode, FoundAttestation } from '#contract/verdict-tree.ts'

/** A rule as verdicts show it. */
export interface JudgedRule {
  type: RuleType
  definition: RequirementDefinition | AttestationDefinition
  /** 1-based line of the policy's YAML. */
  line: number
}

/** What looking a rule up in one place gave; both numbers are indexes into the artifact's verdict. */
export interface RuleResolution {
  type: ResolutionType
  place: number
  /** the attestations that it was resolved by, oldest first */
  found: number[]
}

/** Null is ignored: the rule does not apply anywhere. */
export interface RuleVerdict {
  rule: JudgedRule
  satisfied: boolean | null
  /** one for each place */
  resolutions: RuleResolution[]
}

/** What a policy version says of artifacts with the same evidence: one object for all of them. */
export interface PolicyVerdict {
  policy_name: string
  policy_version: number
  status: 'COMPLIANT' | 'NON-COMPLIANT'
  rules: readonly RuleVerdict[]
}

/** A flow and trail that rules were looked up in; all null where no flow holds the artifact. */
export interface Place {
  flow_name: string | null
  trail_name: string | null
  artifact_status: TrailState | null
  /** what some rule could want, each name, type and control once, oldest first */
  evidence: readonly FoundAttestation[]
}

/**
 * What policies say of an artifact and why, without instants. Plain and small, to be stored for as
 * long as it says the same; `artifactNode` draws it as a tree.
 */
export interface ArtifactVerdict extends Pick<
  ArtifactNode,
  'name' | 'fingerprint' | 'compliant' | 'reason'
> {
  places: readonly Place[]
  policies: readonly PolicyVerdict[]
}

/** What policies say of an environment and of all that runs there. */
export interface EnvironmentVerdict extends Pick<EnvironmentNode, 'state' | 'reason'> {
  artifacts: readonly ArtifactVerdict[]
}
