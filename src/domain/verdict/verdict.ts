import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type {
  RuleType,
  RequirementDefinition,
  AttestationDefinition,
  ResolutionType,
} from '#contract/verdict/policy-evaluation.ts'
import type {
  FoundAttestation,
  ArtifactNode,
  EnvironmentNode,
} from '#contract/verdict/verdict-tree.ts'

/** A rule as verdicts show it. */
export interface EvaluatedRule {
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
  rule: EvaluatedRule
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
export interface EvidenceLocation {
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
  places: readonly EvidenceLocation[]
  policies: readonly PolicyVerdict[]
}

/** What policies say of an environment and of all that runs there. */
export interface EnvironmentVerdict extends Pick<EnvironmentNode, 'state' | 'reason'> {
  artifacts: readonly ArtifactVerdict[]
}

/** State of a physical environment by its artifacts; null when it was never reported. */
export function environmentState(
  policyCount: number,
  artifacts: readonly Pick<ArtifactVerdict, 'compliant'>[] | null,
): Pick<EnvironmentVerdict, 'state' | 'reason'> {
  if (policyCount === 0) return { state: null, reason: 'no_policy' }
  if (artifacts === null) return { state: null, reason: 'never_reported' }
  if (artifacts.length === 0) return { state: true, reason: 'nothing_running' }
  return artifacts.every(({ compliant }) => compliant === true)
    ? { state: true, reason: 'artifacts_compliant' }
    : { state: false, reason: 'artifacts_failing' }
}

/** State of a logical environment by its members': the worst, and none is unknown. */
export function logicalState(members: readonly (boolean | null)[]): boolean | null {
  if (members.includes(false)) return false
  return members.length === 0 || members.includes(null) ? null : true
}
