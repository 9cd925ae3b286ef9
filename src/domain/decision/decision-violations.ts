const maxLength = 500
const worded = ['message', 'description', 'reason', 'title', 'name'] as const

/** A violation as a sentence: its own words where it has some, else all that it says. */
function sentenceOf(violation: unknown): string {
  if (typeof violation === 'string') return violation
  if (typeof violation === 'object' && violation !== null) {
    const fields = violation as Record<string, unknown>
    for (const key of worded) {
      const words = fields[key]
      if (typeof words === 'string' && words.trim() !== '') return words
    }
  }
  return JSON.stringify(violation)
}

/**
 * What a decision found wrong: the `violations` that were sent with it, whatever their shape.
 * @param limit how many are put into words
 */
export function violationsOf(
  data: Record<string, unknown>,
  limit: number,
): { sentences: string[]; count: number } {
  const sent = data['violations']
  const all = Array.isArray(sent) ? sent : sent == null || sent === '' ? [] : [sent]
  const sentences = all
    .slice(0, limit)
    .map(sentenceOf)
    .map((one) => (one.length > maxLength ? `${one.slice(0, maxLength)}…` : one))
  return { sentences, count: all.length }
}
