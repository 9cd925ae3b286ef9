import { LineTable, positionIn } from './line-table.ts'
import { composeYaml, type YamlFault } from './compose-yaml.ts'
import { characterName, cut, valueOf } from './values.ts'

/** An error of a document with its position; lines and columns count from 1. */
export interface YamlProblem {
  /** Dotted path in the document; `""` for the whole document. */
  path: string
  message: string
  line: number
  column: number
}

/** A parsed document. */
export interface YamlDocument {
  value: unknown
  /**
   * Returns the 1-based position of the node at a path, or of its nearest ancestor. A value on a line
   * below its key has the position of the key.
   */
  position(path: readonly PropertyKey[]): { line: number; column: number }
}

/** Maximum number of reported problems. */
const maxProblems = 50

/** Characters that YAML 1.2 does not allow, including lone surrogates. */
const refusedCharacter = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Returns the first problems, in the order of the document. */
export function firstProblems(problems: readonly YamlProblem[]): YamlProblem[] {
  return problems
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, maxProblems)
    .map(({ path, message, ...at }) => ({
      path: cut(path, 500),
      message: cut(message, 500),
      ...at,
    }))
}

/**
 * Parses a document that a user wrote: core schema, one document, no duplicate keys, no custom tags
 * or merge keys, limits in size and depth. Returns quickly for any text.
 */
export function readYaml(text: string): { document: YamlDocument } | { problems: YamlProblem[] } {
  // A byte order mark is not part of the first line.
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const lines = new LineTable()

  function refuse(faults: readonly YamlFault[]): { problems: YamlProblem[] } {
    const first = faults.toSorted((a, b) => a.offset - b.offset).slice(0, maxProblems)
    return {
      problems: firstProblems(
        first.map(({ offset, message, path = [] }) => ({
          path: path.map(String).join('.'),
          message,
          ...lines.locate(offset),
        })),
      ),
    }
  }

  const refused = refusedCharacter.exec(body)
  if (refused) {
    const message = `The character ${characterName(refused[0])} is not allowed`
    return { problems: [{ path: '', message, ...positionIn(body, refused.index) }] }
  }
  const composed = composeYaml(body, lines)
  if ('faults' in composed) return refuse(composed.faults)
  const { document } = composed
  const { value, offsets, faults } = valueOf(document)
  if (faults.length) return refuse(faults)

  function position(path: readonly PropertyKey[]) {
    let at = lines.locate(document.contents?.range[0] ?? 0)
    let node = value
    for (const key of path) {
      const entry = offsets.get(node)?.get(String(key))
      if (!entry) break
      const own = lines.locate(entry.value)
      const above = entry.key === null ? own : lines.locate(entry.key)
      at = above.line === own.line ? own : above
      node = (node as Record<PropertyKey, unknown>)[key]
    }
    return at
  }

  return { document: { value, position } }
}
