import { expect, test } from 'vitest'
import { repairOf } from './slot-ranking.ts'

/** Parses `+10 -12`: compliant at 10, non-compliant at 12. */
const recordsOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ is_compliant: word.startsWith('+'), at: Number(word.slice(1)) }))

test.each([
  ['nothing on record', '', null, null, 0],
  ['never broken', '+1 +2', null, null, 0],
  ['broken once, repaired', '+1 -10 +25', 15, null, 0],
  ['counts from the first failure', '-10 -20 -30 +40', 30, null, 0],
  ['never repaired', '+1 -10 -20', null, 10, 2],
  ['broken from the start', '-5', null, 5, 1],
  ['the middle of three', '-0 +1 -10 +15 -20 +120', 5, null, 0],
  ['between the two of two', '-0 +10 -20 +40', 15, null, 0],
  ['what is still broken does not count', '-0 +10 -20 -25', 10, 20, 2],
  ['in the same second', '-7 +7', 0, null, 0],
])('%s: %s', (_name, records, median_time_to_fix, failing_since, failing_in_a_row) => {
  expect(repairOf(recordsOf(records))).toEqual({
    median_time_to_fix,
    failing_since,
    failing_in_a_row,
  })
})
