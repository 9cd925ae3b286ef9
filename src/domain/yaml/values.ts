import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml'
import { tooManyCharacters, tooManyValues, type YamlFault, yamlLimits } from './compose-yaml.ts'

/** Offsets of an entry of a collection; the key is null in a list. */
interface EntryOffsets {
  key: number | null
  value: number
}

/** Offsets of each collection's entries, by key or index. */
type Offsets = ReadonlyMap<unknown, ReadonlyMap<string, EntryOffsets>>

interface Size {
  values: number
  characters: number
}

/** Keys with a special meaning in JavaScript or in other YAML parsers. */
const refusedKeys: ReadonlyMap<string, string> = new Map([
  ['__proto__', "The key '__proto__' is not allowed"],
  ['<<', 'Merge keys are not supported'],
])

/** Characters that no text may contain, even escaped. */
const refusedCharacter = /[\0\ud800-\udfff]/u

/** Returns the code point of a character that may not be printable. */
export const characterName = (character: string) =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Cuts a text to a length for messages. */
export function cut(text: string, length = 100): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Converts a composed document to plain values, with strict keys, and aliases within the limits. */
export function valueOf(document: Document.Parsed): {
  value: unknown
  offsets: Offsets
  faults: YamlFault[]
} {
  const offsets = new Map<unknown, Map<string, EntryOffsets>>()
  const anchors = new Map<string, { value: unknown; size: Size }>()
  const faults: YamlFault[] = []
  const path: PropertyKey[] = []
  let total: Size = { values: 0, characters: 0 }

  const isFull = () => total.values > yamlLimits.values || total.characters > yamlLimits.characters

  function refuse(offset: number, message: string): void {
    faults.push({ offset, message, path: [...path] })
  }

  function count(values: number, characters: number, offset: number): void {
    if (isFull()) return
    total = { values: total.values + values, characters: total.characters + characters }
    if (isFull()) {
      refuse(offset, total.values > yamlLimits.values ? tooManyValues : tooManyCharacters)
    }
  }

  function countText(text: string, offset: number): void {
    const refused = refusedCharacter.exec(text)
    if (refused) refuse(offset, `The character ${characterName(refused[0])} is not allowed`)
    count(1, text.length, offset)
  }

  function enter(
    collection: object,
    key: string,
    keyOffset: number | null,
    node: ParsedNode | null,
  ) {
    path.push(Array.isArray(collection) ? Number(key) : key)
    offsets.get(collection)!.set(key, { key: keyOffset, value: node?.range[0] ?? keyOffset ?? 0 })
    Reflect.set(collection, key, read(node))
    path.pop()
  }

  function checkKey(map: object, key: string, offset: number): boolean {
    const duplicate = Object.hasOwn(map, key) ? `Duplicate key '${cut(key)}'` : undefined
    const reason = refusedKeys.get(key) ?? duplicate
    path.push(key)
    countText(key, offset)
    if (reason) refuse(offset, reason)
    path.pop()
    return reason === undefined
  }

  function readNode(node: ParsedNode): unknown {
    const [offset] = node.range
    if (isScalar(node)) {
      countText(typeof node.value === 'string' ? node.value : '', offset)
      return node.value
    }
    count(1, 0, offset)
    const collection = isMap(node) ? {} : []
    offsets.set(collection, new Map())
    if (isSeq(node)) {
      node.items.forEach((item, index) =>
        enter(collection, String(index), null, item as ParsedNode),
      )
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : ''
        const { anchor } = key as Scalar
        if (anchor)
          anchors.set(anchor, { value: name, size: { values: 1, characters: name.length } })
        if (checkKey(collection, name, key.range[0])) enter(collection, name, key.range[0], value)
      }
    }
    return collection
  }

  function read(node: ParsedNode | null): unknown {
    if (!node || isFull()) return null
    const [offset] = node.range
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target) count(target.size.values, target.size.characters, offset)
      else refuse(offset, `The alias '*${cut(node.source)}' has no anchor before it`)
      return target?.value ?? null
    }
    const { anchor } = node
    if (!anchor) return readNode(node)
    // An anchor is undefined inside of its own node, so that there are no cycles.
    anchors.delete(anchor)
    const { values, characters } = total
    const value = readNode(node)
    const size = { values: total.values - values, characters: total.characters - characters }
    anchors.set(anchor, { value, size })
    return value
  }

  return { value: read(document.contents), offsets, faults }
}
