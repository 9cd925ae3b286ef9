import type { IdGenerator } from '#server/platform/ids.ts'

/**
 * Returns the instant of a change to a record that last changed at `last`: always later, so that
 * times and ids order what happens under one lock even if the clocks of two processes differ.
 */
export function monotonicNow<W extends { at: number; newId: IdGenerator }>(
  write: W,
  last: number,
): W {
  if (write.at > last) return write
  const at = Math.round(last * 1000 + 1) / 1000
  return { ...write, at, newId: () => write.newId(at) }
}
