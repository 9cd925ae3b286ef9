import { expect, it } from 'vitest'
import { fixText } from './slot-ranking-card.tsx'

const now = 1_795_132_800
const day = 86_400

it.each([
  ['11\u00a0min', { failing: 3, failing_since: null, median_time_to_fix: 660 }],
  [
    'fails for 4\u00a0d, before: 11\u00a0min',
    { failing: 3, failing_since: now - 4 * day, median_time_to_fix: 660 },
  ],
  ['not fixed yet', { failing: 1, failing_since: now - day, median_time_to_fix: null }],
  [null, { failing: 0, failing_since: null, median_time_to_fix: null }],
])('how long fixes of a slot take is said as %s', (text, slot) => {
  expect(fixText(slot, now)).toBe(text)
})
