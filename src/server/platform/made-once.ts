/**
 * Returns a function that makes a value when it is first needed, once for all who ask meanwhile. A
 * failure is theirs alone: the next call tries again.
 */
export function madeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null
      throw error
    }))
}
