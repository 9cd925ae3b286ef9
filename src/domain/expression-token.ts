/** A piece of an expression; `at` is its offset in the text. */
export type Token = { at: number; length: number } & (
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  /** dotted names, keywords too */
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'end'; value: '' }
)

/** Something wrong at an offset of an expression. */
export interface ExpressionProblem {
  at: number
  message: string
}

/** Ends the reading of an expression; never leaves `parseExpression`. */
export class Unreadable extends Error {
  readonly problem: ExpressionProblem
  constructor(at: number, message: string) {
    super(message)
    this.problem = { at, message }
  }
}

const space = /[ \t\r\n]+/y
const sign = /==|!=|<=|>=|[<>()[\],]/y
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
/** The key of a tag runs on over what would end another name (wire.md 22.2). */
const name = /flow\.tags\.[A-Za-z0-9\-_~.]+|[A-Za-z_]\w*(?:\.\w+)*/y
const text = /(["'])((?:(?!\1)[^\\]|\\.)*)\1/sy

/** What a pattern finds at an offset. */
function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** A backslash only guards the quote: any other belongs to the text, as a regular expression needs. */
const unguarded = (quote: string, body: string) =>
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
    return { kind: 'text', value: unguarded(quote, body), ...token(textFound) }
  }
  const character = String.fromCodePoint(source.codePointAt(at)!)
  throw new Unreadable(
    at,
    /["']/.test(character)
      ? `The text that starts here has no closing ${character}`
      : `Unexpected ${JSON.stringify(character)}`,
  )
}

/** Splits an expression into its pieces, the end last; throws `Unreadable`. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    at += match(space, source, at)?.[0].length ?? 0
    const token = tokenAt(source, at)
    tokens.push(token)
    if (token.kind === 'end') return tokens
    at += token.length
  }
}
