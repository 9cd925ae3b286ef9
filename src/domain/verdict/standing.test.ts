import { expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { countStandings, noStandings, standingOf } from './standing.ts'

const by = (more: Partial<typeof noQualifiers> = {}) => ({
  ...noQualifiers,
  judged: 3,
  ...more,
})
const all = { overridden: 1, allow_listed: 1, exempt: 1, not_asked: 1, expired: ['junit'] }

it.each([
  ['compliant', true, by(), false],
  ['by_exception', true, by({ overridden: 1, not_asked: 1 }), false],
  ['by_exception', true, by({ allow_listed: 1 }), false],
  ['by_exception', true, by({ exempt: 1 }), false],
  ['expired', true, by(all), false],
  ['not_asked', true, by({ not_asked: 1 }), false],
  ['not_asked', true, noQualifiers, false],
  ['non_compliant', false, by({ overridden: 1 }), false],
  ['unknown', null, noQualifiers, false],
  ['stale', true, by(all), true],
  ['stale', false, by(), true],
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
