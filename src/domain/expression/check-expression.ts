import { RE2JS } from 're2js'
import { patterns } from '#contract/common/fields.ts'
import { type Expression, type ExpressionProblem, parseExpression } from './parse-expression.ts'

/** Static type of a value. */
type Kind = 'boolean' | 'text' | 'number' | 'null' | 'list' | 'flow'

const kindLabels: Record<Kind, string> = {
  boolean: 'true or false',
  text: 'a text',
  number: 'a number',
  null: 'null',
  list: 'a list',
  flow: 'a flow',
}

const names: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['flow', 'flow'],
  ['flow.name', 'text'],
  ['artifact.name', 'text'],
  ['artifact.fingerprint', 'text'],
])

const functions: ReadonlyMap<string, number> = new Map([
  ['exists', 1],
  ['matches', 2],
])

/** Remaining size of all regular expressions of a policy, in instructions. */
export interface RegexBudget {
  left: number
}
export const regexBudgetOfPolicy = (): RegexBudget => ({ left: 5000 })

/** Returns the tag key of a name, undefined where it is no tag. */
export const tagKeyOf = (name: string) =>
  name.startsWith('flow.tags.') ? name.slice('flow.tags.'.length) : undefined

/** Maximum number of reported problems. */
const maxProblems = 10

class Checker {
  readonly problems: ExpressionProblem[] = []
  readonly #budget: RegexBudget

  constructor(budget: RegexBudget) {
    this.#budget = budget
  }

  refuse(at: number, message: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ at, message })
  }

  wantBoolean(expression: Expression): void {
    const kind = this.kindOf(expression)
    if (!kind || kind === 'boolean') return
    this.refuse(expression.at, `Expected something true or false, not ${kindLabels[kind]}`)
  }

  /** Returns undefined for an invalid expression. */
  kindOf(expression: Expression): Kind | undefined {
    switch (expression.kind) {
      case 'or':
      case 'and':
        for (const part of expression.of) this.wantBoolean(part)
        return 'boolean'
      case 'not':
        this.wantBoolean(expression.of)
        return 'boolean'
      case 'compare':
        return this.#kindOfComparison(expression)
      case 'literal':
        return kindOfLiteral(expression.value)
      case 'list':
        for (const item of expression.of) this.#wantNoList(item)
        return 'list'
      case 'name':
        return this.#kindOfName(expression)
      case 'call':
        return this.#kindOfCall(expression)
    }
  }

  #wantNoList(expression: Expression): Kind | undefined {
    const kind = this.kindOf(expression)
    if (kind === 'list') this.refuse(expression.at, 'A list can only stand after `in`')
    return kind
  }

  #kindOfComparison({ operator, left, right }: Expression & { kind: 'compare' }): Kind {
    this.#wantNoList(left)
    if (operator !== 'in' && operator !== 'not in') this.#wantNoList(right)
    else {
      const kind = this.kindOf(right)
      if (kind && kind !== 'list') {
        this.refuse(right.at, `Expected a list after \`in\`, not ${kindLabels[kind]}`)
      }
    }
    return 'boolean'
  }

  #kindOfName({ name, at }: Expression & { kind: 'name' }): Kind | undefined {
    const key = tagKeyOf(name)
    const kind = key !== undefined && patterns.tagKey.test(key) ? 'text' : names.get(name)
    if (!kind) this.refuse(at, `Unknown name \`${name.slice(0, 100)}\``)
    return kind
  }

  #kindOfCall({ name, of, at }: Expression & { kind: 'call' }): Kind | undefined {
    const count = functions.get(name)
    if (count === undefined) {
      this.refuse(at, `Unknown function \`${name.slice(0, 100)}\``)
      return undefined
    }
    if (of.length !== count) {
      const values = count === 1 ? '1 value' : `${count} values`
      this.refuse(at, `\`${name}\` takes ${values}, not ${of.length}`)
      return 'boolean'
    }
    for (const value of of) {
      const kind = this.#wantNoList(value)
      const isText = !kind || kind === 'text' || kind === 'null' || kind === 'list'
      if (name === 'matches' && !isText) {
        this.refuse(value.at, `\`matches\` takes texts, not ${kindLabels[kind]}`)
      }
    }
    if (name === 'matches') this.#checkRegex(of[1]!)
    return 'boolean'
  }

  #checkRegex(expression: Expression): void {
    if (expression.kind !== 'literal' || typeof expression.value !== 'string') return
    if (this.#budget.left < 0) return
    const compiled = compileRegularExpression(expression.value)
    if ('problem' in compiled) this.refuse(expression.at, compiled.problem)
    this.#budget.left -= 'regex' in compiled ? compiled.regex.size : 1000
    if (this.#budget.left < 0) {
      this.refuse(expression.at, 'The regular expressions of this policy are too large together')
    }
  }
}

function kindOfLiteral(value: string | number | boolean | null): Kind {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 'number' : 'boolean'
}

/** Returns all problems of an expression that are found without evaluating it. */
export function problemsOfExpression(text: string, budget: RegexBudget): ExpressionProblem[] {
  const parsed = parseExpression(text)
  if ('problems' in parsed) return parsed.problems
  const checker = new Checker(budget)
  checker.wantBoolean(parsed.expression)
  return checker.problems
}

/** A compiled regular expression; searching takes time linear in the text. */
export interface RegularExpression {
  /** Returns whether it matches somewhere in the text. */
  test: (text: string) => boolean
  /** Size of its program in instructions. */
  size: number
}

/** Limits in characters and instructions: search time is linear in the program size, too. */
const maxLength = 1000
const maxSize = 2000
/** Maximum length times repetitions, an estimate of the size that is checked before compiling. */
const maxEstimate = 10_000

function estimateSize(source: string): number {
  let repetitions = 1
  for (const [, least, most] of source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    repetitions += Math.max(Number(least), Number(most ?? 0))
  }
  return source.length * repetitions
}

/** Compiles a regular expression of RE2's syntax, or returns its problem. */
export function compileRegularExpression(
  source: string,
): { regex: RegularExpression } | { problem: string } {
  const tooLarge = { problem: 'The regular expression is too large' }
  if (source.length > maxLength || estimateSize(source) > maxEstimate) return tooLarge
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > maxSize) return tooLarge
    return { regex: { test: (text) => compiled.test(text), size } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `Not a regular expression: ${reason.replace(/^error parsing regexp: /, '')}` }
  }
}
