import type * as z from 'zod/mini'
import { explain, type Refusal, refusalText } from '#contract/issue.ts'
import {
  type PolicyCondition,
  type PolicyDocument,
  policyDocument,
  type RequirementRule,
} from '#contract/policy-document.ts'
import { firstProblems, readYaml, type YamlDocument, type YamlProblem } from './yaml.ts'

type Written = z.output<typeof policyDocument>
type WrittenRules = NonNullable<Written['artifacts']>
type WrittenCondition = NonNullable<WrittenRules['attestations'][number]['if']>

const wrapped = /^\s*\$\{\{(.*)\}\}\s*$/s

/** The expression without its `${{ }}` (wire.md 15.3). */
function conditionOf(written: WrittenCondition): PolicyCondition {
  const text = typeof written === 'string' ? written : written.text
  return { text: (wrapped.exec(text)?.[1] ?? text).trim() }
}

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

function policyOf(rules: WrittenRules | null, document: YamlDocument): PolicyDocument {
  const lineOf = (...path: PropertyKey[]) => document.position(['artifacts', ...path]).line
  const requirementOf = (key: 'provenance' | 'trail-compliance'): RequirementRule => {
    const written = rules?.[key]
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
      attestations: (rules?.attestations ?? []).map((written, index) => ({
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
  const refusals = parsed.success
    ? contradictions(parsed.data.artifacts ?? { attestations: [] })
    : explain(parsed.error.issues)
  if (parsed.success && refusals.length === 0) {
    return { policy: policyOf(parsed.data.artifacts, document) }
  }
  return {
    problems: firstProblems(
      refusals.map((refusal) => ({
        path: refusal.path.map(String).join('.'),
        message: refusalText(refusal),
        ...document.position(refusal.path),
      })),
    ),
  }
}

/** Identifiers of the controls that a policy asks decisions for, each once, in its order. */
export function controlsOf({ artifacts }: PolicyDocument): string[] {
  return [...new Set(artifacts.attestations.flatMap(({ for_control }) => for_control ?? []))]
}
