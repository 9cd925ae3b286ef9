import type * as z from 'zod/mini'
import {
  type ValidationProblem,
  describeIssue,
  refusalText,
} from '#contract/common/validation-message.ts'
import {
  type PolicyCondition,
  policyDocument,
  type PolicyDocument,
  type RequirementRule,
} from '#contract/policy/policy-document.ts'
import {
  problemsOfExpression,
  type RegexBudget,
  regexBudgetOfPolicy,
} from '#domain/expression/check-expression.ts'
import type { TextPosition } from '#domain/yaml/line-table.ts'
import {
  type YamlDocument,
  type YamlProblem,
  readYaml,
  firstProblems,
} from '#domain/yaml/read-yaml.ts'

/** A condition as written: `${{ ... }}`, or its text in an object. */
type WrittenCondition = string | { text: string }

const wrapped = /^(\s*\$\{\{)(.*)\}\}\s*$/s

/** Returns the expression, and its offset in the written text. */
function unwrap(written: WrittenCondition): { value: string; at: number; text: string } {
  const value = typeof written === 'string' ? written : written.text
  const [, before = '', inner = value] = wrapped.exec(value) ?? []
  const text = inner.trim()
  return { value, at: before.length + inner.indexOf(text), text }
}

/** Returns the expression without its `${{ }}`. */
const conditionOf = (written: WrittenCondition): PolicyCondition => ({
  text: unwrap(written).text,
})

/**
 * Returns the position of an offset in a text of the document: exact if the text up to there is
 * written without escapes, else the start of the text.
 */
function positionInside(
  line: string,
  start: TextPosition,
  value: string,
  offset: number,
): TextPosition {
  const quote = /["']/.test(line[start.column - 1] ?? '') ? 1 : 0
  const from = start.column - 1 + quote
  const isAsWritten = line.startsWith(value.slice(0, offset), from)
  return isAsWritten ? { line: start.line, column: from + offset + 1 } : start
}

/** Returns the problems of a condition with their positions in the document. */
function problemsOfCondition(
  written: WrittenCondition,
  path: readonly PropertyKey[],
  document: YamlDocument,
  lineAt: (number: number) => string,
  budget: RegexBudget,
): YamlProblem[] {
  const { value, at, text } = unwrap(written)
  const valuePath = typeof written === 'string' ? path : [...path, 'text']
  const start = document.position(valuePath)
  return problemsOfExpression(text, budget).map((problem) => ({
    path: valuePath.map(String).join('.'),
    message: problem.message,
    ...positionInside(lineAt(start.line), start, value, at + problem.at),
  }))
}

type Written = z.output<typeof policyDocument>
type WrittenRules = NonNullable<Written['artifacts']>
/** Returns conflicting keys of attestations, which the schema does not check. */
function contradictions({ attestations }: WrittenRules): ValidationProblem[] {
  return attestations.flatMap(({ name, type, for_control }, index): ValidationProblem[] => {
    const path = ['artifacts', 'attestations', index]
    if (name === '*' && type === '*') {
      const reason = "Name and type cannot both be '*'"
      return [{ path: [...path, 'type'], reason, input: undefined }]
    }
    if (for_control !== null && type !== 'decision') {
      const reason = "Only an attestation of type 'decision' can be for a control"
      return [{ path: [...path, 'for_control'], reason, input: for_control }]
    }
    return []
  })
}

/** Returns every condition of the rules with its path in the document. */
function conditionsIn(rules: WrittenRules): { path: PropertyKey[]; written: WrittenCondition }[] {
  const ofRequirements = (['provenance', 'trail-compliance'] as const).flatMap((key) =>
    (rules[key]?.exceptions ?? []).map((exception, index) => ({
      path: ['artifacts', key, 'exceptions', index, 'if'],
      written: exception.if,
    })),
  )
  const ofAttestations = rules.attestations.flatMap(({ if: written }, index) =>
    written === null ? [] : [{ path: ['artifacts', 'attestations', index, 'if'], written }],
  )
  return [...ofRequirements, ...ofAttestations]
}

function problemsOfConditions(
  rules: WrittenRules,
  document: YamlDocument,
  text: string,
): YamlProblem[] {
  let lines: string[] | undefined
  const lineAt = (number: number) =>
    (lines ??= text.replace(/^\ufeff/, '').split('\n'))[number - 1] ?? ''
  const budget = regexBudgetOfPolicy()
  return conditionsIn(rules).flatMap(({ path, written }) =>
    problemsOfCondition(written, path, document, lineAt, budget),
  )
}

function policyOf(rules: WrittenRules, document: YamlDocument): PolicyDocument {
  const lineOf = (...path: PropertyKey[]) => document.position(['artifacts', ...path]).line
  const requirementOf = (key: 'provenance' | 'trail-compliance'): RequirementRule => {
    const written = rules[key]
    const exceptions = written?.exceptions ?? []
    return {
      required: written?.required ?? false,
      exceptions: exceptions.map((it) => ({ if: conditionOf(it.if) })),
      ...(exceptions.length > 0 && {
        exception_lines: exceptions.map((_, at) => lineOf(key, 'exceptions', at)),
      }),
      line: written ? lineOf(key) : null,
    }
  }
  return {
    artifacts: {
      provenance: requirementOf('provenance'),
      trail_compliance: requirementOf('trail-compliance'),
      attestations: rules.attestations.map((written, index) => ({
        ...written,
        if: written.if === null ? null : conditionOf(written.if),
        line: lineOf('attestations', index),
      })),
    },
  }
}

/** Parses an environment policy. Whether its controls exist is not checked. */
export function parsePolicy(
  text: string,
): { policy: PolicyDocument } | { problems: YamlProblem[] } {
  const read = readYaml(text)
  if ('problems' in read) return read
  const { document } = read
  const parsed = policyDocument.safeParse(document.value ?? {}, { reportInput: true })
  const rules = parsed.data?.artifacts ?? { attestations: [] }
  const refusals = parsed.success ? contradictions(rules) : describeIssue(parsed.error.issues)
  const problems = [
    ...refusals.map((refusal) => ({
      path: refusal.path.map(String).join('.'),
      message: refusalText(refusal),
      ...document.position(refusal.path),
    })),
    ...problemsOfConditions(rules, document, text),
  ]
  if (problems.length > 0) return { problems: firstProblems(problems) }
  return { policy: policyOf(rules, document) }
}

/** Returns the identifiers of controls for which a policy requires decisions, each once, in order. */
export function controlsOf({ artifacts }: PolicyDocument): string[] {
  return [...new Set(artifacts.attestations.flatMap(({ for_control }) => for_control ?? []))]
}

/** Returns where a policy asks for a control: its rules by line, each with its condition. */
export const citationsOf = ({ artifacts }: PolicyDocument, control: string) =>
  artifacts.attestations
    .filter(({ for_control }) => for_control === control)
    .map(({ line, if: condition }) => ({
      line,
      condition: condition?.text.replace(/\s+/g, ' ').trim() ?? null,
    }))
