/** A person as texts name them. */
interface NamedPerson {
  /** Null where somebody else has the name as well. */
  name: string | null
  /** E-mail addresses, also those that they sign in with elsewhere. */
  emails: readonly string[]
}

/** Fields and columns whose texts name people. */
const namingAnywhere = /^(?:actor|approvers|author|email|member|(?:.*_)?(?:by|username|user_name))$/
/** The same, but not within evidence, where they are about something else. */
const namingOutside = /^(?:owner|path|search)$/
// Not a digest of an image.
const address = /\S@(?!sha256:)[a-z\d]/i

/** Whether the text of a field or column may name a person. */
export const mayName = (field: string, text: string): boolean =>
  isNaming(field) || (text.includes('@') && address.test(text))

/** Whether texts of a field or column name people. */
export const isNaming = (field: string): boolean =>
  namingAnywhere.test(field) || namingOutside.test(field)

const pseudonym = /^Erased user [\da-f]{8}$/
const pseudonyms = /Erased user [\da-f]{8}/g

/** Name of a person once they are erased; no user can have such a name. */
export const pseudonymOf = (code: string): string => `Erased user ${code}`
export const isPseudonym = (name: string): boolean => pseudonym.test(name)

/** Pseudonyms in a text, each once. */
export const pseudonymsIn = (text: string): string[] => [...new Set(text.match(pseudonyms))]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The text by itself, not as a part of a longer name. */
const alone = (text: string) => `(?<![\\w.+-])${escaped(text)}(?![\\w-]|\\.\\w)`

/**
 * Returns how to put a pseudonym in place of a person: their e-mail addresses in every text, in
 * authors with the name before them, and their name in texts that name people.
 */
export function eraserOf({ name, emails }: NamedPerson, by: string) {
  const mails = emails.map((email) => new RegExp(`<?${alone(email)}>?`, 'gi'))
  const own = name === null ? null : new RegExp(alone(name), 'g')
  return (text: string, field: string): string => {
    let left = text
    for (const mail of mails) {
      const isAuthor = isNaming(field) && left.trimEnd().endsWith('>') && left.search(mail) > 0
      left = isAuthor ? by : left.replace(mail, by)
    }
    return own && isNaming(field) ? left.replace(own, by) : left
  }
}

/** Changes one text of a JSON value, with the field around it. */
type ChangeText = (text: string, field: string, pointer: string) => unknown

/**
 * Returns a JSON value with its texts changed; pointers are those of RFC 6901 behind `pointer`. Owners,
 * paths and searches are fields of the value itself: deeper ones are of none.
 */
export function mapTexts(value: unknown, change: ChangeText, pointer = ''): unknown {
  return mapWithin(value, change, pointer, '', 0)
}

function mapWithin(
  value: unknown,
  change: ChangeText,
  pointer: string,
  field: string,
  depth: number,
): unknown {
  if (typeof value === 'string') return change(value, field, pointer)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((one, index) => mapWithin(one, change, `${pointer}/${index}`, field, depth))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
      const its = depth > 0 && namingOutside.test(key) ? '' : key
      return [key, mapWithin(one, change, `${pointer}/${step}`, its, depth + 1)]
    }),
  )
}
