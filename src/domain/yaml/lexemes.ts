import { CST, Lexer } from 'yaml'
import type { LineTable } from './line-table.ts'

/** A token; `type` is null where it is no valid YAML token. */
export interface Lexeme {
  /** Offset in the text without skipped lines. */
  offset: number
  source: string
  type: CST.TokenType | null
}

/** Tokens without text. */
const markers: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

const tab = 9
const lineFeed = 10
const carriageReturn = 13
const space = 32
const hash = 35

/** Skips blank and comment lines: returns the start of the next other line, and the number skipped. */
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
 * Splits YAML text into tokens and adds its lines to the table. Blank lines and comment lines
 * between tokens are skipped: a document may be padded with millions of them.
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
  /** Whether a block header precedes: the lines below it are text, even if they look like comments. */
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
