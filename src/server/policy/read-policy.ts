import type { PolicyDocument } from '#contract/policy-document.ts'
import { parsePolicy } from '#domain/policy-document.ts'
import type { YamlProblem } from '#domain/yaml.ts'
import { validationFailed } from '#contract/problem.ts'
import { Problem } from '../problem.ts'

const place = ({ path, message, line, column }: YamlProblem) =>
  `${path ? `${path}: ` : ''}${message} (line ${line}, column ${column})`

/** How a bad policy is answered: as a flow's bad template is (wire.md 16). */
export function policyProblem(texts: readonly string[]): Problem {
  return new Problem(400, validationFailed, { errors: { policy_file: texts.join('; ') } })
}

/** Reads a policy file. @throws Problem 400 with the line and column of each problem */
export function readPolicy(text: string): PolicyDocument {
  const result = parsePolicy(text)
  if ('problems' in result) throw policyProblem(result.problems.map(place))
  return result.policy
}
