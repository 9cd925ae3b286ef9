import type * as z from 'zod/mini'
import { explain, type Refusal, refusalText } from '#contract/issue.ts'
import {
  type PolicyDocument,
  policyDocument,
  type RequirementRule,
} from '#contract/policy-document.ts'
import { regexBudgetOfPolicy } from './expression-check.ts'
import { conditionOf, problemsOfCondition, type WrittenCondition } from './policy-condition.ts'
import { firstProblems, readYaml, type YamlDocument, type YamlProblem } from './yaml.ts'

type Written = z.output<typeof policyDocument>
type WrittenRules = NonNullable<Written['artifacts']>
/** What the schema cannot say: keys of an attestation that do not go together (wire.md 22.2). */
function contradictions({ attestations }: WrittenRules): Refusal[] {
  return attestations.flatMap(({ name, type, for_control }, index): Refusal[] => {
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

/** Every condition of the rules with its path in the document. */
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
    return {
      required: written?.required ?? false,
      exceptions: (written?.exceptions ?? []).map((it) => ({ if: conditionOf(it.if) })),
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

/** Reads an environment policy (wire.md 22.2). Whether its controls exist is for the caller to see. */
export function parsePolicy(
  text: string,
): { policy: PolicyDocument } | { problems: YamlProblem[] } {
  const read = readYaml(text)
  if ('problems' in read) return read
  const { document } = read
  const parsed = policyDocument.safeParse(document.value ?? {}, { reportInput: true })
  const rules = parsed.data?.artifacts ?? { attestations: [] }
  const refusals = parsed.success ? contradictions(rules) : explain(parsed.error.issues)
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

/** Identifiers of the controls that a policy asks decisions for, each once, in its order. */
export function controlsOf({ artifacts }: PolicyDocument): string[] {
  return [...new Set(artifacts.attestations.flatMap(({ for_control }) => for_control ?? []))]
}
