import type { IdGenerator } from '#server/platform/ids.ts'

/**
 * The instant of a change to something that already changed at `last`: always later, so that times
 * and ids order what happens under one lock even where the clocks of two processes differ.
 */
export function monotonicNow<W extends { at: number; newId: IdGenerator }>(
  write: W,
  last: number,
): W {
  if (write.at > last) return write
  const at = Math.round(last * 1000 + 1) / 1000
  return { ...write, at, newId: () => write.newId(at) }
}
