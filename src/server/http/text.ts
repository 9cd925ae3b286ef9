import { type Refusal } from '#contract/issue.ts'

/** Deeper JSON than any client sends; keeps recursion over it safe. */
const maxDepth = 100

const unstorable = 'Text may not hold U+0000 or a lone surrogate'

/** Whether PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Finds text that cannot be stored, keys included, and nesting that is too deep. */
export function findUnstorable(value: unknown, path: PropertyKey[] = []): Refusal[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ path, reason: unstorable, input: visible(value) }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= maxDepth) {
    const reason = `Input should be nested at most ${maxDepth} levels deep`
    return [{ path: path.slice(0, 3), reason, input: undefined }]
  }
  const refusals: Refusal[] = []
  for (const [key, child] of Object.entries(value)) {
    if (!isStorable(key)) {
      refusals.push({ path: [...path, visible(key)], reason: unstorable, input: visible(key) })
    } else {
      refusals.push(...findUnstorable(child, [...path, key]))
    }
    if (refusals.length >= 20) break
  }
  return refusals
}

/** The text with what cannot be stored made visible. */
function visible(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\\u0000')
}
