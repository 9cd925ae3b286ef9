import { CST, Lexer } from 'yaml'
import type { LineTable } from './line-table.ts'

/** One token; `type` is null where no YAML token starts so. */
export interface Lexeme {
  /** in the text that is kept */
  offset: number
  source: string
  type: CST.TokenType | null
}

/** Tokens that stand for no text. */
const markers: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

const tab = 9
const lineFeed = 10
const carriageReturn = 13
const space = 32
const hash = 35

/** Steps over lines that are blank or a comment: where the next other line starts, and how many. */
function skipLines(text: string, from: number): { start: number; count: number } {
  let start = from
  for (let count = 0; ; count++) {
    let at = start
    while (text.charCodeAt(at) === space || text.charCodeAt(at) === tab) at++
    const code = text.charCodeAt(at)
    const isBlank =
      code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed)
    const end = isBlank || code === hash ? text.indexOf('\n', at) : -1
    if (end === -1) return { start, count }
    start = end + 1
  }
}

/**
 * Splits YAML text into tokens and enters its lines into the table. Blank lines and comment lines
 * between tokens mean nothing and are left out: a document may be padded with millions of them.
 */
export function* lexemesOf(text: string, lines: LineTable): Generator<Lexeme, void> {
  const lexer = new Lexer()
  // The lexer's types hide its cursor; moving it is 20 times faster than lexing those lines.
  const cursor = lexer as unknown as { pos: number }
  const first = skipLines(text, 0)
  cursor.pos = first.start
  lines.add(0, first.count)
  let offset = 0
  let position = first.start
  let isScalar = false
  /** A block header was met: the lines below it are text, whatever they look like. */
  let isTextNext = false
  for (const source of lexer.lex(text)) {
    const type = isScalar ? 'scalar' : CST.tokenType(source)
    yield { offset, source, type }
    const isMarker: boolean = !isScalar && markers.has(source)
    isScalar = isMarker && source === CST.SCALAR
    if (isMarker) continue
    for (let end = source.indexOf('\n'); end !== -1; end = source.indexOf('\n', end + 1)) {
      lines.add(offset + end + 1, 1)
    }
    offset += source.length
    position += source.length
    if (type === 'block-scalar-header') isTextNext = true
    if (type !== 'newline') continue
    const isText = isTextNext
    isTextNext = false
    if (isText) continue
    const next = skipLines(text, position)
    cursor.pos += next.start - position
    position = next.start
    lines.add(offset, next.count)
  }
}
