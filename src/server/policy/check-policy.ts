import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import { controlsOf, parsePolicy } from '#domain/policy/parse-policy.ts'
import type { YamlProblem } from '#domain/yaml/read-yaml.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { refusedFile } from '#server/platform/problem.ts'
import { knownControls } from './queries.ts'

/** A rule for an unknown control. */
interface UnknownControl {
  /** Dotted path in the document. */
  path: string
  message: string
  /** 1-based line of the document. */
  line: number
}

/** Checks a readable draft against the controls of the organization. */
export async function policyProblems(scope: OrgScope, document: PolicyDocument) {
  const unknown = await listUnknownControls(scope, document)
  return unknown.map((problem) => ({ ...problem, column: 1 }))
}

/** Rules of a policy that name unknown controls; archived ones are known. */
export async function listUnknownControls(
  { org, orgName }: OrgScope,
  document: PolicyDocument,
): Promise<UnknownControl[]> {
  const named = controlsOf(document)
  if (named.length === 0) return []
  const known = await knownControls(org, named)
  return document.artifacts.attestations.flatMap(({ for_control, line }, index) => {
    if (for_control === null || known.has(for_control)) return []
    const path = `artifacts.attestations.${index}.for_control`
    const message = `Control '${for_control}' does not exist in organization '${orgName}'`
    return [{ path, message, line }]
  })
}

const describeProblem = ({ path, message, line, column }: YamlProblem) =>
  `${path ? `${path}: ` : ''}${message} (line ${line}, column ${column})`

/** Reads a policy file. @throws Problem 400 with the line and column of each problem */
export function readPolicy(text: string): PolicyDocument {
  const result = parsePolicy(text)
  if ('policy' in result) return result.policy
  const placed = result.problems.map((one) => ({ line: one.line, text: describeProblem(one) }))
  throw refusedFile('policy_file', text, placed)
}
