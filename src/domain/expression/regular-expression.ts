import { RE2JS } from 're2js'

/** A compiled regular expression; searching takes time linear in the text. */
export interface RegularExpression {
  /** Returns whether it matches somewhere in the text. */
  test: (text: string) => boolean
  /** Size of its program in instructions. */
  size: number
}

/** Limits in characters and instructions: search time is linear in the program size, too. */
const maxLength = 1000
const maxSize = 2000
/** Maximum length times repetitions, an estimate of the size that is checked before compiling. */
const maxEstimate = 10_000

function estimateSize(source: string): number {
  let repetitions = 1
  for (const [, least, most] of source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    repetitions += Math.max(Number(least), Number(most ?? 0))
  }
  return source.length * repetitions
}

/** Compiles a regular expression of RE2's syntax, or returns its problem. */
export function compileRegularExpression(
  source: string,
): { regex: RegularExpression } | { problem: string } {
  const tooLarge = { problem: 'The regular expression is too large' }
  if (source.length > maxLength || estimateSize(source) > maxEstimate) return tooLarge
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > maxSize) return tooLarge
    return { regex: { test: (text) => compiled.test(text), size } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `Not a regular expression: ${reason.replace(/^error parsing regexp: /, '')}` }
  }
}
