import { expect, test } from 'vitest'
import { answerOf } from './rules-card.tsx'

const rule = (line: number, satisfied: number, failed: number, ignored = 0) => ({
  line,
  satisfied,
  failed,
  ignored,
})

test.each([
  [[], 'The policy has no rules.'],
  [[rule(3, 0, 0)], 'Nothing is judged by it now.'],
  [[rule(3, 4, 0), rule(6, 0, 0, 4)], 'No rule fails anything that runs.'],
  [[rule(3, 4, 1), rule(6, 2, 3)], 'Line 6 fails most: 3 of 5 artifacts.'],
  [[rule(3, 0, 1)], 'Line 3 fails most: 1 of 1 artifact.'],
  [[rule(3, 1, 2), rule(6, 1, 2)], '2 rules fail alike, each for 2 of 3 artifacts.'],
])('of %j it says %s', (rules, words) => {
  expect(answerOf(rules)).toBe(words)
})
