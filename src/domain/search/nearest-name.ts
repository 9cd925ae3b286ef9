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
