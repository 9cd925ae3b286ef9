import type { PolicyCondition } from '#contract/policy-document.ts'
import { problemsOfExpression, type RegexBudget } from './expression-check.ts'
import type { Place } from './line-table.ts'
import type { YamlDocument, YamlProblem } from './yaml.ts'

/** A condition as a document has it: `${{ ... }}`, or its text in an object (wire.md 22.2). */
export type WrittenCondition = string | { text: string }

const wrapped = /^(\s*\$\{\{)(.*)\}\}\s*$/s

/** The expression, and where in the written text it starts. */
function unwrap(written: WrittenCondition): { value: string; at: number; text: string } {
  const value = typeof written === 'string' ? written : written.text
  const [, before = '', inner = value] = wrapped.exec(value) ?? []
  const text = inner.trim()
  return { value, at: before.length + inner.indexOf(text), text }
}

/** The expression without its `${{ }}` (wire.md 15.3). */
export const conditionOf = (written: WrittenCondition): PolicyCondition => ({
  text: unwrap(written).text,
})

/**
 * The place of an offset in a text of the document: exact where the text is written as it reads up
 * to there, else where it starts.
 */
function placeInside(line: string, start: Place, value: string, offset: number): Place {
  const quote = /["']/.test(line[start.column - 1] ?? '') ? 1 : 0
  const from = start.column - 1 + quote
  const isAsWritten = line.startsWith(value.slice(0, offset), from)
  return isAsWritten ? { line: start.line, column: from + offset + 1 } : start
}

/** What is wrong with a condition, placed in the document that it stands in. */
export function problemsOfCondition(
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
    ...placeInside(lineAt(start.line), start, value, at + problem.at),
  }))
}
