import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'

const maxSequence = 0xffff

/**
 * 48 random bits: the last part of a UUID holds nothing else, and UUIDs are generated in advance.
 */
const randomHex = () => randomUUID().slice(24)

/** Makes an id that is later than all before it, and not before an instant in Unix seconds. */
export type IdGenerator = (notBefore?: number) => string

/**
 * Makes time-ordered ids, lower-case hex 8-4-4-4-8: 48 bits of milliseconds, a 16-bit sequence
 * within one millisecond, 48 random bits. Ids of one source always grow.
 */
export function createIdGenerator(clock: Clock): IdGenerator {
  let last = 0
  let sequence = 0
  return (notBefore = 0) => {
    // Rounded first: 1.002 seconds are a little less than 1002 milliseconds.
    const now = Math.floor(Math.round(Math.max(clock(), notBefore) * 1e6) / 1000)
    if (now > last) {
      last = now
      sequence = 0
    } else if (++sequence > maxSequence) {
      last += 1
      sequence = 0
    }
    const hex =
      last.toString(16).padStart(12, '0') + sequence.toString(16).padStart(4, '0') + randomHex()
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-')
  }
}

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
