import { maxValues } from '#server/platform/storable-text.ts'
import { itemAt } from './read-json.ts'

/** A list of objects as a client sent it: its JSON text, and where each item stands in it. */
export interface SentList<Item> {
  bytes: Buffer
  ranges: readonly [from: number, to: number][]
  items: readonly Item[]
  /** Values that the text has at most. */
  values: number
}

/** Items of the list before that may be left out between two that stay. */
const maxSkipped = 8
/** Items in a row that are new, before the rest is taken for another list. */
const maxNew = 32

/**
 * Reads a list by the one before: what stays is found by its text, at its place among the others.
 * @param readItem - reads an item that is new; null if it has a fault
 * @returns null where too much differs, and where the text is no such list
 */
export function readByListBefore<Item>(
  bytes: Buffer,
  before: SentList<Item>,
  readItem: (from: number, to: number) => Item | null,
): SentList<Item> | null {
  const ranges: [number, number][] = []
  const items: Item[] = []
  let { values } = before
  let [next, news] = [0, 0]
  let at = before.ranges[0]?.[0] ?? 0
  if (!isSame(bytes, 0, before.bytes, [0, at])) return null
  for (;;) {
    const found = findAmong(bytes, at, before, next)
    const from = at
    if (found === null) {
      const added = itemAt(bytes, from)
      const item = added && readItem(from, added.to)
      if (!item || ++news > maxNew) return null
      values += added.values
      at = added.to
      items.push(item)
    } else {
      const [start, end] = before.ranges[found]!
      at += end - start
      items.push(before.items[found]!)
      next = found + 1
      news = 0
    }
    ranges.push([from, at])
    if (bytes[at] !== comma) break
    at += 1
  }
  const end = before.ranges.at(-1)?.[1] ?? 0
  const isList = isSame(bytes, at, before.bytes, [end, before.bytes.length])
  if (!isList || at + before.bytes.length - end !== bytes.length) return null
  return values > maxValues ? null : { bytes, ranges, items, values }
}

const [comma] = Buffer.from(',')

/** The item of the list before, from one on, whose text stands at a byte. */
function findAmong(
  bytes: Buffer,
  at: number,
  { bytes: text, ranges }: SentList<unknown>,
  from: number,
) {
  for (let one = from; one < ranges.length && one <= from + maxSkipped; one += 1) {
    if (isSame(bytes, at, text, ranges[one]!)) return one
  }
  return null
}

function isSame(bytes: Buffer, at: number, other: Buffer, [from, to]: readonly [number, number]) {
  const end = at + to - from
  return end <= bytes.length && bytes.compare(other, from, to, at, end) === 0
}
