import type {
  AttestationRule,
  PolicyCondition,
  PolicyDocument,
  RequirementRule,
} from '#contract/policy/policy-document.ts'

/** A requirement on every artifact, with exceptions. */
export interface RequirementDraft {
  required: boolean
  exceptions: { if: PolicyCondition }[]
}

export type AttestationDraft = Omit<AttestationRule, 'line'>

/** A policy in a form: without lines. Null is an absent rule. */
export interface PolicyDraft {
  provenance: RequirementDraft | null
  trail_compliance: RequirementDraft | null
  attestations: AttestationDraft[]
}

const requirementOf = ({ line, required, exceptions }: RequirementRule): RequirementDraft | null =>
  line === null ? null : { required, exceptions }

/** Converts a policy for a form. */
export const draftOf = ({ artifacts }: PolicyDocument): PolicyDraft => ({
  provenance: requirementOf(artifacts.provenance),
  trail_compliance: requirementOf(artifacts.trail_compliance),
  attestations: artifacts.attestations.map(({ line: _, ...rule }) => rule),
})

const defaultSchema = 'https://cairn.example/policy/environment/v1'

/** Returns the `_schema` of a text, so that writing it again keeps it. */
const schemaIn = (text: string) => /^_schema:[ \t]+(\S+)[ \t]*$/m.exec(text)?.[1] ?? defaultSchema

/** Returns whether YAML reads a word as text without quotes. */
const isPlain = (text: string) =>
  /^[a-z_][\w.-]*(:[\w.-]+)?$/i.test(text) && !/^(null|true|false)$/i.test(text)

const scalar = (text: string) => (isPlain(text) ? text : JSON.stringify(text))

function condition({ text }: PolicyCondition): string {
  const wrapped = `\${{ ${text} }}`
  const isOneLine = /^[\x20-\x7e\xa0-\ud7ff]*$/.test(wrapped)
  if (!isOneLine) return JSON.stringify(wrapped)
  return /: | #|:$/.test(wrapped) ? `'${wrapped.replaceAll("'", "''")}'` : wrapped
}

function requirement(key: string, rule: RequirementDraft | null): string[] {
  if (!rule) return []
  const exceptions = rule.exceptions.map((exception) => `      - if: ${condition(exception.if)}`)
  return [
    `  ${key}:`,
    `    required: ${rule.required}`,
    ...(exceptions.length > 0 ? ['    exceptions:', ...exceptions] : []),
  ]
}

function attestation(rule: AttestationDraft): string[] {
  const fields = [
    `type: ${scalar(rule.type)}`,
    ...(rule.name === '*' ? [] : [`name: ${scalar(rule.name)}`]),
    ...(rule.for_control === null ? [] : [`for_control: ${scalar(rule.for_control)}`]),
    ...(rule.must_be_compliant ? [] : ['must_be_compliant: false']),
    ...(rule.if === null ? [] : [`if: ${condition(rule.if)}`]),
  ]
  return fields.map((field, index) => `    ${index === 0 ? '- ' : '  '}${field}`)
}

/**
 * Writes a policy as YAML that parses to the same policy. Keeps the schema of the text before, but
 * not its comments.
 */
export function writePolicy(draft: PolicyDraft, before = ''): string {
  const attestations = draft.attestations.flatMap(attestation)
  const rules = [
    ...requirement('provenance', draft.provenance),
    ...requirement('trail-compliance', draft.trail_compliance),
    ...(attestations.length > 0 ? ['  attestations:', ...attestations] : []),
  ]
  const artifacts = rules.length > 0 ? ['artifacts:', ...rules] : []
  return [`_schema: ${schemaIn(before)}`, ...artifacts, ''].join('\n')
}

/** Returns whether writing a text again would lose comments. */
export const hasComments = (text: string): boolean => /(^|\s)#/m.test(text)
