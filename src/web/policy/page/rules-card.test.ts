import { expect, test } from 'vitest'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { noArtifacts } from '#domain/verdict/outcome-counts.ts'
import { answerOf, countsText } from './rules-card.tsx'

const rule = (line: number, counts: Partial<OutcomeCounts>) => ({
  line,
  running: { ...noArtifacts, ...counts },
})

test.each([
  [[], 'The policy has no rules.'],
  [[rule(3, {})], 'Nothing is evaluated by it now.'],
  [[rule(3, { passed: 4 }), rule(6, { not_asked: 4 })], 'No rule fails anything that runs.'],
  [
    [rule(3, { passed: 4 }), rule(6, { stale: 4 })],
    'No rule fails what is evaluated now; the rest is stale or not evaluated.',
  ],
  [
    [rule(3, { passed: 4, failed: 1 }), rule(6, { passed: 2, failed: 3 })],
    'Line 6 fails most: 3 of 5 artifacts.',
  ],
  [[rule(3, { failed: 1 })], 'Line 3 fails most: 1 of 1 artifact.'],
  [
    [rule(3, { passed: 1, failed: 2 }), rule(6, { passed: 1, failed: 2 })],
    '2 rules fail alike, each for 2 of 3 artifacts.',
  ],
])('of %j it says %s', (rules, text) => {
  expect(answerOf(rules)).toBe(text)
})

test.each([
  [{}, 0, 'evaluates nothing now'],
  [{ passed: 4 }, 0, '4 passed'],
  [
    { passed: 9, expired: 2, by_exception: 3, failed: 2, allow_listed: 1, stale: 5, not_asked: 1 },
    2,
    '4 passed, 2 passed on expired evidence, 1 passed by exception, 2 exempt, 1 failed, 1 failed but allow-listed, 5 stale, 1 not asked',
  ],
])('counts %j, %d exempt, in words', (counts, exempt, text) => {
  expect(countsText({ running: { ...noArtifacts, ...counts }, exempt })).toBe(text)
})
