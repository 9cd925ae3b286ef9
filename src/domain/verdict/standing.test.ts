import { expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { countStandings, noStandings, standingOf } from './standing.ts'

const judged = (more: Partial<typeof noQualifiers> = {}) => ({
  ...noQualifiers,
  judged: 3,
  ...more,
})
const all = { overridden: 1, allow_listed: 1, exempt: 1, not_asked: 1, expired: ['junit'] }

it.each([
  ['compliant', true, judged(), false],
  ['by_exception', true, judged({ overridden: 1, not_asked: 1 }), false],
  ['by_exception', true, judged({ allow_listed: 1 }), false],
  ['by_exception', true, judged({ exempt: 1 }), false],
  ['expired', true, judged(all), false],
  ['not_asked', true, judged({ not_asked: 1 }), false],
  ['not_asked', true, noQualifiers, false],
  ['non_compliant', false, judged({ overridden: 1 }), false],
  ['unknown', null, noQualifiers, false],
  ['stale', true, judged(all), true],
  ['stale', false, judged(), true],
  ['stale', null, noQualifiers, true],
] as const)('says %s of %s', (standing, state, qualifiers, isStale) => {
  expect(standingOf({ state, qualifiers, isStale })).toBe(standing)
})

it('counts each thing once', () => {
  expect(countStandings(['stale', 'stale', 'compliant'])).toEqual({
    ...noStandings,
    stale: 2,
    compliant: 1,
  })
})
