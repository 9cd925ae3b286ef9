import { refused, refusedField } from '../problem.ts'
import { findUnstorable } from './text.ts'

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
  return { value, raw }
}

function decode(bytes: Buffer, field: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw refusedField(field, 'Input should be valid UTF-8')
  }
}
