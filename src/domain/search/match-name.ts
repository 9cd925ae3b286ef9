/** Words of a text as they are compared: in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** In lower case, with every letter at its position: one whose lower case is longer stays. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  // A search folds hundreds of names, nearly all of them in this way.
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => {
    const one = letter.toLowerCase()
    return one.length === letter.length ? one : letter
  }).join('')
}

const isWordCharacter = (character: string) => /[\p{L}\p{N}]/u.test(character)

/** Where a word begins in a name, at the beginning of one of its words if it can; -1 for nowhere. */
function positionOf(word: string, name: string): { at: number; isStart: boolean } {
  const first = name.indexOf(word)
  for (let at = first; at !== -1; at = name.indexOf(word, at + 1)) {
    if (at === 0 || !isWordCharacter(name.charAt(at - 1))) return { at, isStart: true }
  }
  return { at: first, isStart: false }
}

/**
 * How well a name matches a text, the smaller the better: 0 is the text, 1 begins with it, 2 has
 * words that begin with its words, 3 contains them; null does not. Every name matches an empty text.
 */
export function matchRank(text: string, name: string): 0 | 1 | 2 | 3 | null {
  const [words, given] = [wordsOf(text), folded(name)]
  const whole = words.join(' ')
  if (given === whole) return 0
  if (given.startsWith(whole)) return 1
  const positions = words.map((word) => positionOf(word, given))
  if (positions.some(({ at }) => at === -1)) return null
  return positions.every(({ isStart }) => isStart) ? 2 : 3
}

/** Something with names to match, of which the best counts, and an age. */
interface Named {
  names: readonly string[]
  /** The greater the newer. */
  at: number
}

/** Returns the matches of a text: the best first, the newest first among equals, then by name. */
export function rankMatches<Item>(
  text: string,
  items: readonly Item[],
  namedBy: (item: Item) => Named,
): Item[] {
  return items
    .flatMap((item) => {
      const { names, at } = namedBy(item)
      const ranks = names.flatMap((name) => matchRank(text, name) ?? [])
      if (ranks.length === 0) return []
      return [{ item, at, rank: Math.min(...ranks), name: names[0] ?? '' }]
    })
    .sort((a, b) => a.rank - b.rank || b.at - a.at || a.name.localeCompare(b.name))
    .map(({ item }) => item)
}

/** A piece of a name, and whether it is what was searched for. */
interface Piece {
  text: string
  isMatch: boolean
}

/** A name in pieces, those that match the words of a text marked; in one piece if none does. */
export function markMatches(text: string, name: string): Piece[] {
  const given = folded(name)
  const spans = wordsOf(text)
    .map((word) => ({ from: positionOf(word, given).at, length: word.length }))
    .filter(({ from }) => from !== -1)
    .sort((a, b) => a.from - b.from)
  const pieces: Piece[] = []
  let at = 0
  for (const { from, length } of spans) {
    const to = Math.max(at, from + length)
    if (from > at) pieces.push({ text: name.slice(at, from), isMatch: false })
    if (to > at) pieces.push({ text: name.slice(Math.max(at, from), to), isMatch: true })
    at = to
  }
  if (at < name.length || pieces.length === 0) pieces.push({ text: name.slice(at), isMatch: false })
  return pieces
}

const lengthAround = 60

/** A long text around its first match, with `…` where it goes on. */
export function excerptOf(text: string, long: string): string {
  const line = long.replace(/\s+/g, ' ').trim()
  const [first = ''] = wordsOf(text)
  const at = first === '' ? 0 : Math.max(0, folded(line).indexOf(first))
  const space = line.lastIndexOf(' ', at - lengthAround / 3) + 1
  const from = at <= lengthAround / 2 ? 0 : Math.max(space, at - lengthAround)
  const to = from + 2 * lengthAround
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

const maxMatches = 6

/**
 * Returns the Levenshtein distance of two texts, ignoring case: letters to add, remove or change.
 */
export function lettersBetween(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the distance of a name from a query, null if it is too far. */
function distance(text: string, name: string): number | null {
  const [query, given] = [text.toLowerCase(), name.toLowerCase()]
  // One contains the other: a distance of at most two letters.
  if (given.includes(query) || (given.length > 2 && query.includes(given))) {
    return Math.min(2, lettersBetween(query, given))
  }
  const letters = lettersBetween(query, given)
  return letters <= Math.max(1, Math.floor(query.length / 3)) ? letters : null
}

/** Returns things with names similar to a text, nearest first, equally near ones by id. */
export function rankNames<Thing extends { id: string; name: string | null }>(
  text: string,
  things: readonly Thing[],
): Thing[] {
  return things
    .flatMap((thing) => {
      const distances = [thing.id, thing.name].flatMap((name) => {
        const far = name === null ? null : distance(text, name)
        return far === null ? [] : [far]
      })
      return distances.length > 0 ? [{ thing, far: Math.min(...distances) }] : []
    })
    .toSorted((a, b) => a.far - b.far || a.thing.id.localeCompare(b.thing.id))
    .slice(0, maxMatches)
    .map(({ thing }) => thing)
}
