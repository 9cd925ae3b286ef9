import { readAttributePath } from './attributes.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** A condition of a filter: an attribute equals a value. */
export interface ScimCondition<Name extends string = string> {
  attribute: Name
  value: string | boolean
}

const condition = /\s*([^\s"[\]]+(?:\[[^[\]]*\][^\s"]*)?) +eq +("(?:[^"\\]|\\.)*"|true|false)/iy
const and = /\s+and(?=\s)/iy

/** Most conditions of a filter. */
const maxConditions = 10

/**
 * Reads a filter: conditions `attribute eq "value"`, joined by `and`, which is what clients find
 * resources by.
 * @param known - attributes that can be asked for, by their path in lower case
 * @throws ScimRefusal `invalidFilter`
 */
export function readFilter<Name extends string>(
  text: string,
  known: Record<string, Name>,
): ScimCondition<Name>[] {
  const conditions: ScimCondition<Name>[] = []
  let index = 0
  do {
    condition.lastIndex = index
    const found = condition.exec(text)
    if (!found || conditions.length === maxConditions) throw unreadable(text, known)
    conditions.push(readCondition(text, found, known))
    index = condition.lastIndex
    and.lastIndex = index
    const joined = and.exec(text)
    if (!joined) break
    index = and.lastIndex
  } while (index < text.length)
  if (text.slice(index).trim() !== '') throw unreadable(text, known)
  return conditions
}

function readCondition<Name extends string>(
  text: string,
  [, path = '', given = '']: RegExpExecArray,
  known: Record<string, Name>,
): ScimCondition<Name> {
  const read = readAttributePath(path)
  const plain = read && [read.attribute, read.part].filter((one) => one !== null).join('.')
  const attribute = plain && Object.hasOwn(known, plain) ? known[plain] : undefined
  if (attribute === undefined || read?.isExtension) throw unreadable(text, known)
  const value = valueOf(given)
  if (value === null) throw unreadable(text, known)
  return { attribute, value }
}

/** The value of a literal; null for a text that nothing stored can have. */
function valueOf(literal: string): string | boolean | null {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true'
  try {
    const text = JSON.parse(literal) as string
    return text.isWellFormed() && !text.includes('\0') ? text : null
  } catch {
    return null
  }
}

const unreadable = (text: string, known: object) =>
  new ScimRefusal(
    400,
    'invalidFilter',
    `filter: Input should be conditions like ${Object.keys(known)[0]} eq "value", joined by and, ` +
      `over ${Object.keys(known).join(', ')}; not '${text}'`,
  )
