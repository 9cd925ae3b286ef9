/**
 * Whether two shas name one commit: equal, or one the short form of the other, which has at least
 * 5 characters (wire.md 4).
 */
export function isSameCommit(a: string | null | undefined, b: string): boolean {
  if (!a) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.startsWith(short)
}
