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
  environmentReasons,
} from '#contract/verdict/verdict-tree.ts'
import type { EvidenceTimes } from './evidence-age.ts'

/** A rule in verdicts. */
export interface EvaluatedRule {
  type: RuleType
  definition: RequirementDefinition | AttestationDefinition
  /** 1-based line of the policy's YAML. */
  line: number
}

/** An exception of a policy that frees an artifact from a rule. */
export interface RuleException {
  /** Its condition without the `${{ }}`. */
  text: string
  /** 1-based line of the policy's YAML, if known. */
  line: number | null
}

/** Result of a rule in one flow and trail; numbers are indexes in the artifact's verdict. */
export interface RuleResolution {
  type: ResolutionType
  place: number
  /** Indexes of the attestations that it used, oldest first. */
  found: number[]
  /** For a rule that is not asked because of an exception. */
  exception?: RuleException
}

/** Verdict of a rule; `satisfied` is null if it does not apply anywhere, and is ignored. */
export interface RuleVerdict {
  rule: EvaluatedRule
  satisfied: boolean | null
  /** One for each of `places`. */
  resolutions: RuleResolution[]
}

/** Verdict of a policy version, shared by all artifacts with the same results. */
export interface PolicyVerdict {
  policy_name: string
  policy_version: number
  status: 'COMPLIANT' | 'NON-COMPLIANT'
  rules: readonly RuleVerdict[]
}

/** A flow and trail in which rules were evaluated; all null where no flow holds the artifact. */
export interface EvidenceLocation {
  flow_name: string | null
  trail_name: string | null
  artifact_status: TrailState | null
  /** Ids of the overrides that carry that state; absent without any. */
  override_ids?: readonly string[]
  /** The oldest evidence of each type that carries that state; absent where no rule asks for it. */
  state_evidence?: EvidenceTimes
  /** Evidence that some rule can use, each name, type and control once, oldest first. */
  evidence: readonly FoundAttestation[]
}

/**
 * Verdict of policies on an artifact with its reasons, without times, so that it is stored once for
 * as long as it stays the same; `artifactNode` expands it to a tree.
 */
export interface ArtifactVerdict extends Pick<
  ArtifactNode,
  'name' | 'fingerprint' | 'compliant' | 'reason'
> {
  places: readonly EvidenceLocation[]
  policies: readonly PolicyVerdict[]
}

/** Verdict of policies on an environment and its running artifacts. */
export interface EnvironmentVerdict {
  /** Null is unknown. */
  state: boolean | null
  reason: (typeof environmentReasons)[number]
  artifacts: readonly ArtifactVerdict[]
}

/** Returns the state of a physical environment by its artifacts, null before the first report. */
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

/** Returns the state of a logical environment: the worst of its members, unknown without any. */
export function logicalState(members: readonly (boolean | null)[]): boolean | null {
  if (members.includes(false)) return false
  return members.length === 0 || members.includes(null) ? null : true
}
