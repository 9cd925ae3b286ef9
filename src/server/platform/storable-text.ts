import { type ValidationProblem } from '#contract/common/validation-message.ts'

/** Maximum nesting of JSON, beyond that of any client; keeps recursion over it safe. */
export const maxDepth = 100
/**
 * Maximum of values, which only a plain JSON body can exceed; checking it would block everybody
 * else.
 */
export const maxValues = 300_000
/** Maximum of reported refusals. */
const maxRefusals = 20

const unstorable = 'Text may not hold U+0000 or a lone surrogate'

/** Returns whether PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Finds what cannot be stored: text, keys included, numbers out of range, and nesting that is too
 * deep.
 */
export function findUnstorableText(value: unknown): ValidationProblem[] {
  return inspect(value).refusals
}

/** Finds what of a value cannot be stored, and counts the members of its objects. */
export function inspect(value: unknown): { refusals: ValidationProblem[]; members: number } {
  const refusals: ValidationProblem[] = []
  const path: PropertyKey[] = []
  let values = 0
  let members = 0

  function visit(value: unknown): void {
    values += 1
    if (typeof value === 'string') {
      if (!isStorable(value)) refuse(path, unstorable, visible(value))
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(path, 'Input should be a finite number', String(value))
    } else if (typeof value === 'object' && value !== null) {
      if (path.length < maxDepth) visitEntries(value)
      else refuse(path.slice(0, 3), `Input should be nested at most ${maxDepth} levels deep`)
    }
  }

  function visitEntries(value: object): void {
    const keys = Object.keys(value)
    if (!Array.isArray(value)) members += keys.length
    for (const key of keys) {
      if (refusals.length >= maxRefusals || values > maxValues) return
      if (!isStorable(key)) {
        refuse([...path, visible(key)], unstorable, visible(key))
        continue
      }
      path.push(key)
      visit((value as Record<string, unknown>)[key])
      path.pop()
    }
  }

  function refuse(path: readonly PropertyKey[], reason: string, input?: string): void {
    refusals.push({ path: [...path], reason, input })
  }

  visit(value)
  if (values > maxValues) refuse([], `Input should hold at most ${maxValues} values`)
  return { refusals, members }
}

/** Makes unstorable characters of a text visible. */
function visible(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\\u0000')
}
