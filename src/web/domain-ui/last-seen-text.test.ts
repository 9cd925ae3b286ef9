import { expect, test } from 'vitest'
import { lastSeenText } from './last-seen-text.ts'

test.each([
  [3, 0, ''],
  [3, 1, ', in 1 of the 3 when last seen'],
  [3, 3, ', when last seen'],
  [1, 1, ', when last seen'],
  [0, 0, ''],
])('of %i environments, %i stale: %s', (all, stale, text) => {
  expect(lastSeenText({ stale, all })).toBe(text)
})
