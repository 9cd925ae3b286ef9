/** A source of repeatable numbers from 0 to 1 (mulberry32), so that every demo looks the same. */
export interface Random {
  (): number
  pick<T>(items: readonly T[]): T
  /** Whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  hex(length: number): string
}

/** Starts a source at a seed. */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return Object.assign(next, {
    between,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    hex: (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  })
}

/** Starts a source at a text (FNV-1a): equal names get equal numbers. */
export function randomOf(text: string): Random {
  let seed = 0x811c9dc5
  for (const character of text) {
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return randomFrom(seed)
}
