import { refused, refusedField } from '../problem.ts'
import { findUnstorable } from '../text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Reads JSON that a client sent. Nothing, blank text and `null` are an empty object: clients send
 * them where there is no payload (wire.md 2.1).
 * @throws Problem 400 naming the field
 */
export function readJson(bytes: Buffer, field: string): { value: unknown; raw: string } {
  const raw = decode(bytes, field)
  if (raw.trim() === '') return { value: {}, raw: '{}' }
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    throw refusedField(field, `Input should be valid JSON: ${(error as Error).message}`, raw)
  }
  if (value === null) return { value: {}, raw: '{}' }
  const unstorable = findUnstorable(value)
  if (unstorable.length) throw refused(unstorable, field)
  // Of a repeated key the last value counts; nobody has checked what the others hold.
  return { value, raw: countColons(raw) === countMembers(value) ? raw : JSON.stringify(value) }
}

function decode(bytes: Buffer, field: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw refusedField(field, 'Input should be valid UTF-8')
  }
}

/** Colons outside of strings: as many as members are written. */
function countColons(json: string): number {
  let colons = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (character === '\\') index += 1
    else if (character === '"') isInString = !isInString
    else if (character === ':' && !isInString) colons += 1
  }
  return colons
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const children: unknown[] = Object.values(value)
  let members = Array.isArray(value) ? 0 : children.length
  for (const child of children) members += countMembers(child)
  return members
}
