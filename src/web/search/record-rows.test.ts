import { expect, test } from 'vitest'
import { placesText } from './record-rows.tsx'

test.each([
  [[], [], 'runs nowhere'],
  [['prod-eu'], [], 'runs in prod-eu'],
  [['prod-eu'], ['prod-eu'], 'runs in prod-eu, when last seen'],
  [['a', 'b', 'c'], ['c'], 'runs in a and 2 more, in 1 of the 3 when last seen'],
])('an artifact in %j, of which %j are stale: %s', (running_in, stale_in, text) => {
  expect(placesText({ running_in, stale_in })).toBe(text)
})
