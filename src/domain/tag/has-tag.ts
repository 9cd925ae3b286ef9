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
