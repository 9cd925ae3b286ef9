import type { BuiltInType } from '#contract/attestation/types/kind.ts'
import type {
  AttestationRule,
  PolicyCondition,
  PolicyDocument,
  RequirementRule,
} from '#contract/policy/policy-document.ts'

/** A rule of a policy in words, with its line. */
export interface PolicyDemand {
  text: string
  /** 1-based line of the document. */
  line: number
}

const codeOf = ({ text }: PolicyCondition) => `\`${text.replace(/\s+/g, ' ')}\``

/** Names of required attestations by type; decisions are described with their control. */
const typeLabels: Readonly<Record<Exclude<BuiltInType, 'decision'>, string>> = {
  generic: 'A generic attestation',
  junit: 'A JUnit attestation',
  snyk: 'A Snyk attestation',
  pull_request: 'A pull request attestation',
  jira: 'A Jira attestation',
  sonar: 'A Sonar attestation',
  sbom: 'An SBOM attestation',
}

function requirementDemand(
  { required, exceptions, line }: RequirementRule,
  what: string,
): PolicyDemand[] {
  if (line === null || !required) return []
  const except = exceptions.map((exception) => codeOf(exception.if)).join(' or ')
  return [{ line, text: except ? `${what}, except where ${except}` : what }]
}

/** Returns the required attestation as the subject of a sentence. */
function subjectOf({ name, type, for_control }: AttestationRule): string {
  const called = name === '*' ? '' : ` '${name}'`
  if (type === 'decision') {
    return `A decision${called}${for_control === null ? '' : ` for control '${for_control}'`}`
  }
  if (type === '*') return `An attestation${called}`
  const custom = type.replace(/^custom:/, '')
  const labels: Readonly<Record<string, string>> = typeLabels
  return `${labels[type] ?? `A '${custom}' attestation`}${called}`
}

function attestationDemand(rule: AttestationRule): PolicyDemand {
  const { name, for_control, must_be_compliant, line } = rule
  const isOfMany = name === '*' && for_control === null
  const compliant = isOfMany ? 'is present, and each is compliant' : 'is present and compliant'
  const where = rule.if === null ? '' : `, where ${codeOf(rule.if)}`
  return { line, text: `${subjectOf(rule)} ${must_be_compliant ? compliant : 'is there'}${where}` }
}

/** Describes the requirements of a policy in words; rules that require nothing are left out. */
export function demandsOf({ artifacts }: PolicyDocument): PolicyDemand[] {
  const { provenance, trail_compliance, attestations } = artifacts
  return [
    ...requirementDemand(provenance, 'The artifact was reported in a flow'),
    ...requirementDemand(trail_compliance, 'The artifact is compliant on its trail'),
    ...attestations.map(attestationDemand),
  ]
}
