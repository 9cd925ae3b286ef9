const maxLength = 500
const worded = ['message', 'description', 'reason', 'title', 'name'] as const

/** Returns a violation as a sentence: its own text if it has one, else its JSON. */
function sentenceOf(violation: unknown): string {
  if (typeof violation === 'string') return violation
  if (typeof violation === 'object' && violation !== null) {
    const fields = violation as Record<string, unknown>
    for (const key of worded) {
      const text = fields[key]
      if (typeof text === 'string' && text.trim() !== '') return text
    }
  }
  return JSON.stringify(violation)
}

/**
 * Returns the `violations` sent with a decision, whatever their shape, as sentences.
 * @param limit maximum number of sentences
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
