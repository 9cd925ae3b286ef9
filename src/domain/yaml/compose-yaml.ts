import { Composer, CST, type Document, Lexer, Parser, type YAMLError } from 'yaml'
import type { LineTable } from './line-table.ts'

/** Limits of a document, far above the needs of templates and policies. */
export const yamlLimits = {
  /** Nesting of collections. */
  depth: 50,
  /** Keys and values; aliases are counted with their contents. */
  values: 20_000,
  /** Characters besides comments and white space; aliases are counted likewise. */
  characters: 1_000_000,
} as const

/** Maximum number of tokens: `- a`, `a: b`, `[a, b]` and `{a: b}` have at most two for a value. */
const maxTokens = 2 * yamlLimits.values

/** An error at an offset of the text that the lexer keeps. */
export interface YamlFault {
  offset: number
  message: string
  path?: readonly PropertyKey[]
}

export const tooManyValues = `The document holds more than ${yamlLimits.values} keys and values`
export const tooManyCharacters = `The document holds more than ${yamlLimits.characters} characters besides comments`
const tooDeep = `The document is nested deeper than ${yamlLimits.depth} levels`

const blank: ReadonlySet<string | null> = new Set(['space', 'newline', 'comment', 'doc-mode'])

const options = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  strict: true,
  // Compared in linear time in values.ts instead.
  uniqueKeys: false,
} as const

class Stop extends Error {
  readonly fault: YamlFault
  constructor(offset: number, message: string) {
    super(message)
    this.fault = { offset, message }
  }
}

/** Matches an escape in a double-quoted text; `bad` for an invalid one. */
const escapes =
  /\\(?:[0abefnrtvNLP_ "/\\\t\r\n]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U(?:000[\da-fA-F]|0010)[\da-fA-F]{4}|(?<bad>))/g

/** Refuses the first bad escape: the composer takes seconds to report half a million of them. */
function refuseBadEscape(source: string, offset: number): void {
  for (const { index, groups } of source.matchAll(escapes)) {
    if (groups?.bad === undefined) continue
    throw new Stop(offset + index, `Invalid escape sequence ${source.slice(index, index + 2)}`)
  }
}

/** Counts open collections: the stack holds the document, them, and maybe a scalar on top. */
function openCollections(stack: readonly CST.Token[]): number {
  const top = stack.at(-1)
  return stack.length - (top && 'items' in top ? 1 : 2)
}

/** Yields the parser's documents; enforces the limits before the recursive composer runs. */
function* syntaxTree(text: string, lines: LineTable, parser: Parser): Generator<CST.Token, void> {
  let tokens = 0
  let characters = 0
  for (const { offset, source, type } of lexemesOf(text, lines)) {
    if (type === 'directive-line' && !/^%YAML[ \t]+1\.[12][ \t]*$/.test(source)) {
      throw new Stop(offset, 'No directive but %YAML 1.2 is allowed')
    }
    if (!blank.has(type) && source !== CST.SCALAR) {
      tokens += 1
      characters += source.length
    }
    if (tokens > maxTokens) throw new Stop(offset, tooManyValues)
    if (characters > yamlLimits.characters) throw new Stop(offset, tooManyCharacters)
    if (type === 'double-quoted-scalar') refuseBadEscape(source, offset)
    yield* parser.next(source)
    if (openCollections(parser.stack) > yamlLimits.depth) throw new Stop(offset, tooDeep)
  }
  yield* parser.end()
}

function faultOf({ code, message, pos }: YAMLError): YamlFault {
  return { offset: pos[0], message: code === 'NON_STRING_KEY' ? 'Keys should be text' : message }
}

/** Parses text as one document of the core schema, or returns its faults; bounded in time. */
export function composeYaml(
  text: string,
  lines: LineTable,
): { document: Document.Parsed } | { faults: YamlFault[] } {
  const parser = new Parser()
  const composer = new Composer(options)
  const documents: Document.Parsed[] = []
  let count = 0
  try {
    for (const token of syntaxTree(text, lines, parser)) {
      if (token.type === 'document' && ++count > 1) {
        throw new Stop(token.offset, 'Only one document is allowed')
      }
      documents.push(...composer.next(token))
    }
    documents.push(...composer.end(true, parser.offset))
  } catch (error) {
    if (error instanceof Stop) return { faults: [error.fault] }
    // No such text is known; in case the library fails on one, the user still gets an error.
    return { faults: [{ offset: parser.offset, message: 'The document cannot be read' }] }
  }
  const [document] = documents as [Document.Parsed]
  const faults = [...document.errors, ...document.warnings].map(faultOf)
  return faults.length ? { faults } : { document }
}

/** A token; `type` is null where it is no valid YAML token. */
interface Lexeme {
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
function* lexemesOf(text: string, lines: LineTable): Generator<Lexeme, void> {
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
