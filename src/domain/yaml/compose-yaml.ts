import { Composer, CST, type Document, Parser, type YAMLError } from 'yaml'
import type { LineTable } from './line-table.ts'
import { lexemesOf } from './lexemes.ts'

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
