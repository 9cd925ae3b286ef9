/** Tags of a record, by their keys. */
export type Tags = Readonly<Record<string, string>>

/** Returns whether tags hold one: its key, or `key:value`. */
export function hasTag(tags: Tags, tag: string): boolean {
  const [key = '', ...value] = tag.split(':')
  return Object.hasOwn(tags, key) && (value.length === 0 || tags[key] === value.join(':'))
}

/** Returns whether a change of tags gives or takes away one of those named. */
export function changesTag(named: readonly string[], before: Tags, after: Tags): boolean {
  return named.some((one) => hasTag(before, one) !== hasTag(after, one))
}

/** A set of tags, and how many records have just this set. */
interface TagSet {
  tags: Readonly<Record<string, string>>
  count: number
}

/** Counts tags over sets of them, as `key:value`, or `key` where the value is empty; the most frequent first. */
export function knownTags(sets: readonly TagSet[], max: number): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags, count } of sets) {
    for (const [key, value] of Object.entries(tags)) {
      const tag = value === '' ? key : `${key}:${value}`
      counts.set(tag, (counts.get(tag) ?? 0) + count)
    }
  }
  return Array.from(counts, ([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, max)
}
