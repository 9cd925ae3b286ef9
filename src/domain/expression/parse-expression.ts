/** A token of an expression; `at` is its offset in the text. */
type Token = { at: number; length: number } & (
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  /** Dotted names, and keywords. */
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'end'; value: '' }
)

/** An error at an offset of an expression. */
export interface ExpressionProblem {
  at: number
  message: string
}

/** Ends the parsing of an expression; never leaves `parseExpression`. */
class Unreadable extends Error {
  readonly problem: ExpressionProblem
  constructor(at: number, message: string) {
    super(message)
    this.problem = { at, message }
  }
}

const space = /[ \t\r\n]+/y
const sign = /==|!=|<=|>=|[<>()[\],]/y
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
/** The key of a tag may contain characters that would end another name. */
const name = /flow\.tags\.[A-Za-z0-9\-_~.]+|[A-Za-z_]\w*(?:\.\w+)*/y
const text = /(["'])((?:(?!\1)[^\\]|\\.)*)\1/sy

/** Matches a sticky pattern at an offset. */
function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** Unescapes quotes; any other backslash belongs to the text, as regular expressions need. */
const unescaped = (quote: string, body: string) =>
  body.replace(/\\(.)/gs, (whole, next: string) => (next === quote ? quote : whole))

function tokenAt(source: string, at: number): Token {
  if (at >= source.length) return { kind: 'end', value: '', at, length: 0 }
  const token = (found: RegExpExecArray) => ({ at, length: found[0].length })
  const signFound = match(sign, source, at)
  if (signFound) return { kind: 'sign', value: signFound[0], ...token(signFound) }
  const nameFound = match(name, source, at)
  if (nameFound) return { kind: 'name', value: nameFound[0], ...token(nameFound) }
  const numberFound = match(number, source, at)
  if (numberFound) return { kind: 'number', value: Number(numberFound[0]), ...token(numberFound) }
  const textFound = match(text, source, at)
  if (textFound) {
    const [, quote, body] = textFound as unknown as [string, string, string]
    return { kind: 'text', value: unescaped(quote, body), ...token(textFound) }
  }
  const character = String.fromCodePoint(source.codePointAt(at)!)
  throw new Unreadable(
    at,
    /["']/.test(character)
      ? `The text that starts here has no closing ${character}`
      : `Unexpected ${JSON.stringify(character)}`,
  )
}

/** Splits an expression into tokens, the end last; throws `Unreadable`. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    at += match(space, source, at)?.[0].length ?? 0
    const token = tokenAt(source, at)
    tokens.push(token)
    if (token.kind === 'end') return tokens
    at += token.length
  }
}

/** Comparison operators. */
const comparisons = ['==', '!=', '<', '>', '<=', '>=', 'in', 'not in'] as const
export type Comparison = (typeof comparisons)[number]

/** A policy's condition as a tree; `at` is an offset in its text. */
export type Expression = { at: number } & (
  | { kind: 'or' | 'and'; of: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'list'; of: Expression[] }
  /** Any name, known or not. */
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; of: Expression[] }
)

/** Limits of an expression. */
const expressionLimits = {
  characters: 20_000,
  /** Nesting of parentheses, lists, calls and `not`. */
  depth: 50,
} as const

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])
const keywords: ReadonlySet<string> = new Set(['or', 'and', 'not', 'in'])

class Reader {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  readAll(): Expression {
    const expression = this.#readChain('or')
    const rest = this.#token
    if (rest.kind === 'end') return expression
    const isWord = rest.kind === 'name' || rest.kind === 'sign'
    if (isWord && (comparisons as readonly string[]).includes(rest.value)) {
      throw new Unreadable(rest.at, 'Comparisons cannot follow each other: use `and`')
    }
    throw this.#unexpected('the end')
  }

  get #token(): Token {
    return this.#tokens[this.#next]!
  }

  #unexpected(wanted: string): Unreadable {
    const { at, kind, value } = this.#token
    const found = kind === 'end' ? 'the end' : kind === 'text' ? 'a text' : `\`${value}\``
    return new Unreadable(at, `Expected ${wanted}, not ${found}`)
  }

  /** Consumes the word or sign if it comes next. */
  #take(value: string): boolean {
    const token = this.#token
    const found = (token.kind === 'name' || token.kind === 'sign') && token.value === value
    if (found) this.#next += 1
    return found
  }

  #inside<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > expressionLimits.depth) {
      const { depth } = expressionLimits
      throw new Unreadable(this.#token.at, `The expression is nested deeper than ${depth} levels`)
    }
    const result = read()
    this.#depth -= 1
    return result
  }

  #readChain(kind: 'or' | 'and'): Expression {
    const readPart = () => (kind === 'or' ? this.#readChain('and') : this.#readNot())
    const { at } = this.#token
    const of = [readPart()]
    while (this.#take(kind)) of.push(readPart())
    return of.length === 1 ? of[0]! : { kind, of, at }
  }

  #readNot(): Expression {
    const { at } = this.#token
    if (!this.#take('not')) return this.#readComparison()
    return { kind: 'not', of: this.#inside(() => this.#readNot()), at }
  }

  #readComparison(): Expression {
    const { at } = this.#token
    const left = this.#readValue()
    const operator = this.#takeOperator()
    return operator ? { kind: 'compare', operator, left, right: this.#readValue(), at } : left
  }

  #takeOperator(): Comparison | undefined {
    const next = this.#tokens[this.#next + 1]
    if (next?.kind === 'name' && next.value === 'in' && this.#take('not')) {
      this.#next += 1
      return 'not in'
    }
    return comparisons.find((operator) => this.#take(operator))
  }

  /** Reads values up to the closing sign. */
  #readItems(close: ')' | ']'): Expression[] {
    if (this.#take(close)) return []
    return this.#inside(() => {
      const items = [this.#readChain('or')]
      while (this.#take(',')) items.push(this.#readChain('or'))
      if (!this.#take(close)) throw this.#unexpected(`\`,\` or \`${close}\``)
      return items
    })
  }

  #readValue(): Expression {
    const token = this.#token
    const { at, kind, value } = token
    if (this.#take('(')) {
      return this.#inside(() => {
        const inner = this.#readChain('or')
        if (!this.#take(')')) throw this.#unexpected('`)`')
        return inner
      })
    }
    if (this.#take('[')) return { kind: 'list', of: this.#readItems(']'), at }
    if (kind === 'end' || kind === 'sign' || (kind === 'name' && keywords.has(value))) {
      throw this.#unexpected('a value')
    }
    this.#next += 1
    if (kind !== 'name') return { kind: 'literal', value, at }
    const constant = constants.get(value)
    if (constant !== undefined) return { kind: 'literal', value: constant, at }
    return this.#take('(')
      ? { kind: 'call', name: value, of: this.#readItems(')'), at }
      : { kind: 'name', name: value, at }
  }
}

/** Parses an expression without its `${{ }}`. Returns quickly for any text. */
export function parseExpression(
  text: string,
): { expression: Expression } | { problems: ExpressionProblem[] } {
  const { characters } = expressionLimits
  if (text.length > characters) {
    return { problems: [{ at: 0, message: `The expression is over ${characters} characters` }] }
  }
  try {
    return { expression: new Reader(tokensOf(text)).readAll() }
  } catch (error) {
    if (error instanceof Unreadable) return { problems: [error.problem] }
    throw error
  }
}
