import { RE2JS } from 're2js'

/** A compiled regular expression; searching takes time linear in the text. */
export interface RegularExpression {
  /** Whether it matches somewhere in the text. */
  test: (text: string) => boolean
  /** Instructions of its program. */
  size: number
}

/** Time is linear in the size of the program, too. */
const maxLength = 1000
const maxSize = 2000
/** Length times repetitions, which the size cannot exceed by much: seen before anything is compiled. */
const maxWeight = 10_000

function weightOf(source: string): number {
  let repetitions = 1
  for (const [, least, most] of source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    repetitions += Math.max(Number(least), Number(most ?? 0))
  }
  return source.length * repetitions
}

/** Compiles a regular expression of RE2's syntax, or says what is wrong with it. */
export function compileRegularExpression(
  source: string,
): { regex: RegularExpression } | { problem: string } {
  const tooLarge = { problem: 'The regular expression is too large' }
  if (source.length > maxLength || weightOf(source) > maxWeight) return tooLarge
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
