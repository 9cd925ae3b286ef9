const maxMatches = 6

/**
 * How many letters have to be added, left out or changed to make one text of another, whatever their
 * case (Levenshtein).
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

/** How far a name is from a text, less for the nearer; null for one that nobody could have meant. */
function distance(text: string, name: string): number | null {
  const [asked, given] = [text.toLowerCase(), name.toLowerCase()]
  // Part of the name, or more than it: as good as two letters that are wrong.
  if (given.includes(asked) || (given.length > 2 && asked.includes(given))) {
    return Math.min(2, lettersBetween(asked, given))
  }
  const letters = lettersBetween(asked, given)
  return letters <= Math.max(1, Math.floor(asked.length / 3)) ? letters : null
}

/** The things whose names are near to a text, nearest first, and of equally near ones in order. */
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
