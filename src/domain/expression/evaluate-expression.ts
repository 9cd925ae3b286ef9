import { type Comparison, type Expression, parseExpression } from './parse-expression.ts'
import { compileRegularExpression, type RegularExpression, tagKeyOf } from './check-expression.ts'

/** Values of the names in an expression. */
export interface ExpressionContext {
  /** Null without provenance. */
  flow: { name: string; tags: Readonly<Record<string, string>> } | null
  artifact: { name: string; fingerprint: string }
}

/** The text of a tag, which unlike other texts is compared to a number as a number. */
class TagText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Remaining cost of regular expression searches, in instructions times characters. */
export interface MatchBudget {
  left: number
  /** Whether a search was skipped because it would have exceeded the budget. */
  isOver: boolean
}

export const matchBudget = (left = Infinity): MatchBudget => ({ left, isOver: false })

class OverBudget extends Error {}

type Flow = NonNullable<ExpressionContext['flow']>
type Value = string | number | boolean | null | TagText | Value[] | Flow
type Evaluator = (context: ExpressionContext) => Value
type Test = (context: ExpressionContext) => boolean

const numberLike = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

/** Converts a tag to the type of the value that it is compared to. */
function plain(value: Value, other: Value): Value {
  if (!(value instanceof TagText)) return value
  return typeof other === 'number' && numberLike.test(value.text) ? Number(value.text) : value.text
}

function isEqual(left: Value, right: Value): boolean {
  return plain(left, right) === plain(right, left)
}

/** Compares numbers or texts: negative, 0 or positive; NaN, which no order holds for, for other values. */
function order(left: Value, right: Value): number {
  const a = plain(left, right)
  const b = plain(right, left)
  const isOrdered =
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'string' && typeof b === 'string')
  if (!isOrdered) return NaN
  return a < b ? -1 : a > b ? 1 : 0
}

const isIn = (value: Value, list: Value) =>
  Array.isArray(list) && list.some((item) => isEqual(value, item))

/** Like `isIn`, for lists of constants: allowed fingerprints can be many. */
function isInConstants(value: Value, constants: ReadonlySet<Value>): boolean {
  if (!(value instanceof TagText)) return constants.has(value)
  return constants.has(value.text) || constants.has(plain(value, 0))
}

/** Returns a comparison that is false for values without an order. */
const isOrdered = (holds: (order: number) => boolean) => (left: Value, right: Value) =>
  holds(order(left, right))

const compare: Record<Comparison, (left: Value, right: Value) => boolean> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': isOrdered((it) => it < 0),
  '>': isOrdered((it) => it > 0),
  '<=': isOrdered((it) => it <= 0),
  '>=': isOrdered((it) => it >= 0),
  in: isIn,
  'not in': (left, right) => !isIn(left, right),
}

const contexts: ReadonlyMap<string, Evaluator> = new Map<string, Evaluator>([
  ['flow', ({ flow }) => flow],
  ['flow.name', ({ flow }) => flow?.name ?? null],
  ['artifact.name', ({ artifact }) => artifact.name],
  ['artifact.fingerprint', ({ artifact }) => artifact.fingerprint],
])

function evaluatorOfName(name: string): Evaluator {
  const key = tagKeyOf(name)
  if (key === undefined) return contexts.get(name) ?? (() => null)
  return ({ flow }) => (flow && Object.hasOwn(flow.tags, key) ? new TagText(flow.tags[key]!) : null)
}

const textOf = (value: Value) => (value instanceof TagText ? value.text : value)

/** Maximum number of cached regular expressions: they may come from tags. */
const maxCached = 1000

function regexFinder(): (source: string) => RegularExpression | undefined {
  const known = new Map<string, RegularExpression | undefined>()
  return (source) => {
    if (known.has(source)) return known.get(source)
    if (known.size >= maxCached) known.clear()
    const compiled = compileRegularExpression(source)
    const regex = 'regex' in compiled ? compiled.regex : undefined
    known.set(source, regex)
    return regex
  }
}

/** Returns a search within a budget that caches its last result: flows share their artifact. */
function searchWithin(budget: MatchBudget) {
  const regexOf = regexFinder()
  let last: { source: string; text: string; result: boolean } | null = null
  return (source: string, text: string): boolean => {
    if (last && last.source === source && last.text === text) return last.result
    const regex = regexOf(source)
    const cost = (regex?.size ?? 0) * text.length
    if (cost > budget.left) {
      budget.isOver = true
      throw new OverBudget()
    }
    budget.left -= cost
    last = { source, text, result: regex?.test(text) ?? false }
    return last.result
  }
}

function matches(text: Expression, regex: Expression, budget: MatchBudget): Test {
  const textIn = evaluatorOf(text, budget)
  const regexIn = evaluatorOf(regex, budget)
  const search = searchWithin(budget)
  return (context) => {
    const subject = textOf(textIn(context))
    const source = textOf(regexIn(context))
    if (typeof subject !== 'string' || typeof source !== 'string') return false
    return search(source, subject)
  }
}

function constantsOf(list: Expression): ReadonlySet<Value> | undefined {
  if (list.kind !== 'list') return undefined
  const constants = list.of.flatMap((item) => (item.kind === 'literal' ? [item.value] : []))
  return constants.length === list.of.length ? new Set<Value>(constants) : undefined
}

function comparison(
  { operator, left, right }: Expression & { kind: 'compare' },
  budget: MatchBudget,
): Test {
  const evaluateLeft = evaluatorOf(left, budget)
  const isIn = operator === 'in'
  const constants = isIn || operator === 'not in' ? constantsOf(right) : undefined
  if (constants) return (context) => isInConstants(evaluateLeft(context), constants) === isIn
  const rightIn = evaluatorOf(right, budget)
  const holds = compare[operator]
  return (context) => holds(evaluateLeft(context), rightIn(context))
}

function evaluatorOf(expression: Expression, budget: MatchBudget): Evaluator {
  const testIn = (part: Expression) => testOf(part, budget)
  switch (expression.kind) {
    case 'or': {
      const parts = expression.of.map(testIn)
      return (context) => parts.some((part) => part(context))
    }
    case 'and': {
      const parts = expression.of.map(testIn)
      return (context) => parts.every((part) => part(context))
    }
    case 'not': {
      const part = testIn(expression.of)
      return (context) => !part(context)
    }
    case 'compare':
      return comparison(expression, budget)
    case 'literal':
      return () => expression.value
    case 'list': {
      const items = expression.of.map((item) => evaluatorOf(item, budget))
      return (context) => items.map((item) => item(context))
    }
    case 'name':
      return evaluatorOfName(expression.name)
    case 'call': {
      const [first, second] = expression.of
      if (expression.name === 'matches' && first && second) return matches(first, second, budget)
      const value = first ? evaluatorOf(first, budget) : () => null
      return (context) => value(context) !== null
    }
  }
}

function testOf(expression: Expression, budget: MatchBudget): Test {
  const evaluate = evaluatorOf(expression, budget)
  return (context) => evaluate(context) === true
}

/**
 * Compiles an expression into a reusable test. Text that cannot be parsed tests as `unreadable`, and
 * so does a search that would exceed the budget.
 */
export function compileExpression(text: string, unreadable: boolean, budget = matchBudget()): Test {
  const parsed = parseExpression(text)
  if ('problems' in parsed) return () => unreadable
  const test = testOf(parsed.expression, budget)
  return (context) => {
    try {
      return test(context)
    } catch (error) {
      if (error instanceof OverBudget) return unreadable
      throw error
    }
  }
}
