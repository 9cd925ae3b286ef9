import { validationProblem, fieldProblem } from '#server/platform/problem.ts'
import { inspect, maxDepth, maxValues } from '#server/platform/storable-text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Bytes of refused JSON that are made a text: more than is named. */
const maxShown = 1000

/**
 * Parses JSON from a client. An empty body, blank text and `null` are an empty object: clients send
 * them without a payload.
 * @throws Problem 400 naming the field
 */
export function readJson(bytes: Buffer, field: string): { value: unknown; raw: string } {
  // Parsing a body that is refused afterwards would block everybody else.
  const { depth, values, colons } = measure(bytes)
  const isTooDeep = depth > maxDepth
  if (isTooDeep || values > maxValues) {
    const limit = isTooDeep
      ? `be nested at most ${maxDepth} levels deep`
      : `hold at most ${maxValues} values`
    throw fieldProblem(field, `Input should ${limit}`, bytes.toString('utf8', 0, maxShown))
  }
  const raw = decode(bytes, field)
  if (raw.trim() === '') return { value: {}, raw: '{}' }
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    throw fieldProblem(field, `Input should be valid JSON: ${(error as Error).message}`, raw)
  }
  if (value === null) return { value: {}, raw: '{}' }
  const { refusals, members } = inspect(value)
  if (refusals.length) throw validationProblem(refusals, field)
  // Of a repeated key the last value counts; the others are unchecked.
  return { value, raw: colons === members ? raw : JSON.stringify(value) }
}

function decode(bytes: Buffer, field: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw fieldProblem(field, 'Input should be valid UTF-8', bytes.toString('utf8'))
  }
}

const [quote, backslash, comma, colon] = Buffer.from('"\\,:')
const [openList, openObject, closeList, closeObject] = Buffer.from('[{]}')

/**
 * Finds the items of a list in JSON text that holds one member with a list of objects, and nothing
 * else. Whether the items are valid is left open.
 * @returns ranges from and up to a byte, and how many values the text has; null for any other text,
 * and for one beyond the limits
 */
export function itemsIn(
  json: Buffer,
  member: string,
): { ranges: [from: number, to: number][]; values: number } | null {
  const edges: number[] = []
  const { depth, values } = measure(json, { edges })
  if (depth > maxDepth || values > maxValues || edges.length % 2) return null
  const between = [0, ...edges, json.length]
  const isGap = (gap: number, pattern: RegExp) =>
    pattern.test(json.toString('latin1', between[gap], between[gap + 1]))
  const last = between.length - 2
  const head = new RegExp(`^${blank}{${blank}"${member}"${blank}:${blank}\\[${blank}$`)
  if (last === 0 || !isGap(0, head) || !isGap(last, listEnd)) return null
  const ranges: [number, number][] = []
  for (let gap = 1; gap < last; gap += 2) {
    if (gap > 1 && !isGap(gap - 1, separator)) return null
    ranges.push([between[gap] ?? 0, between[gap + 1] ?? 0])
  }
  return { ranges, values }
}

/**
 * Measures the list or object that begins at a byte of JSON text, an item of a list of objects.
 * @returns null for what has no end, or lies beyond the limit of nesting
 */
export function itemAt(json: Buffer, from: number): { to: number; values: number } | null {
  const { depth, values, to } = measure(json, { from })
  return to === null || depth + 2 > maxDepth ? null : { to, values }
}

const blank = '[ \\t\\r\\n]*'
const separator = new RegExp(`^${blank},${blank}$`)
const listEnd = new RegExp(`^${blank}\\]${blank}}${blank}$`)

/**
 * Measures nesting, values and members of JSON text, up to the limits.
 * @param part.from - the only list or object to measure begins there: `to` is where it ends
 * @param part.edges - gets where each value at the third level of nesting begins and ends
 */
function measure(json: Buffer, { from, edges }: { from?: number; edges?: number[] } = {}) {
  let [depth, deepest, values, colons] = [0, 0, 1, 0]
  let to: number | null = null
  let isEmpty = false
  for (let index = from ?? 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0
    // Blanks and control characters have no meaning.
    if (byte <= 0x20) continue
    if (byte === openList || byte === openObject) {
      deepest = Math.max(deepest, ++depth)
      if (depth === 3) edges?.push(index)
      isEmpty = true
      if (deepest > maxDepth) break
      continue
    }
    if (byte === quote) index = endOfText(json, index)
    else if (byte === colon) colons += 1
    else if (byte === comma) values += 1
    else if (byte === closeList || byte === closeObject) {
      depth -= 1
      if (depth === 2) edges?.push(index + 1)
      if (!isEmpty) values += 1
      if (depth === 0 && from !== undefined) {
        to = index + 1
        break
      }
    }
    isEmpty = false
    if (values > maxValues) break
  }
  return { depth: deepest, values, colons, to }
}

/** Returns where the text that begins here ends. */
function endOfText(json: Buffer, start: number): number {
  let index = start + 1
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}
