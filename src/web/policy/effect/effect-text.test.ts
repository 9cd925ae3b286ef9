import { expect, test } from 'vitest'
import type { EnvironmentEffect } from '#contract/policy/policy-effect.ts'
import {
  type Effect,
  type Flip,
  daysText,
  effectText,
  environmentText,
  flipText,
  ruleText,
} from './effect-text.ts'

const counts = { compliant: 0, non_compliant: 0, unknown: 0 }
const base: EnvironmentEffect = {
  name: 'prod',
  problem: null,
  is_stale: false,
  state: { from: true, to: false },
  standstill: null,
  running: {
    from: { ...counts, compliant: 14 },
    to: { ...counts, compliant: 11, non_compliant: 3 },
  },
  flip_count: 3,
  past_flip_count: 0,
  snapshots: { first: 4, last: 23 },
  days: { covered: 34, red: { from: 3, to: 12 } },
}
const still: EnvironmentEffect = { ...base, standstill: 'same_verdicts', flip_count: 0 }
const skipped: EnvironmentEffect = { ...still, standstill: null, problem: 'Too many artifacts' }
const running = (compliant: number) => ({ from: counts, to: { ...counts, compliant } })

test.each([
  [base, '3 of 14 artifacts flip.'],
  [{ ...base, flip_count: 1 }, '1 of 14 artifacts flips.'],
  [{ ...base, flip_count: 14 }, 'All 14 flip.'],
  [{ ...base, is_stale: true }, '3 of 14 artifacts flip, by what ran when last seen.'],
  [{ ...still, is_stale: true }, 'Every verdict stays as it is.'],
  [{ ...base, flip_count: 1, running: running(1) }, 'The only artifact flips.'],
  [{ ...base, flip_count: 0, running: running(0) }, 'Nothing runs: no artifact flips.'],
  [still, 'Every verdict stays as it is.'],
  [{ ...base, problem: 'It is logical' }, 'It is logical.'],
])('an environment is told of in words (%#)', (effect, text) => {
  expect(environmentText(effect)).toEqual(text)
})

test.each([
  [[], 'Nothing changes. It is not attached anywhere.'],
  [[base], '3 of 14 artifacts flip.'],
  [[still], 'Nothing changes. Every verdict stays as it is.'],
  [[base, still], '3 artifacts flip in 1 of 2 environments.'],
  [[{ ...base, flip_count: 1 }, still, still], '1 artifact flips in 1 of 3 environments.'],
  [[still, still], 'Nothing changes in any of 2 environments.'],
  [
    [{ ...base, is_stale: true }, still],
    '3 artifacts flip in 1 of 2 environments, when last seen.',
  ],
  [
    [{ ...base, is_stale: true }, base, still],
    '6 artifacts flip in 2 of 3 environments, in 1 of the 2 when last seen.',
  ],
  [[base, skipped], '3 artifacts flip in 1 of 2 environments.'],
  [[still, skipped], 'Nothing changes in 1 of 2 environments; 1 not evaluated.'],
  [[skipped, skipped], 'None of 2 environments was evaluated.'],
])('several environments are summed up (%#)', (environments, text) => {
  expect(effectText({ environments } as unknown as Effect)).toBe(text)
})

test('days are told with what was evaluated', () => {
  expect(daysText(base)).toBe(
    '12 of 34 days would have been non-compliant, in place of 3 by the present rules (snapshots 4 to 23; days in silence are left out).',
  )
  const one = {
    ...base,
    snapshots: { first: 1, last: 1 },
    days: { covered: 1, red: { from: 0, to: 0 } },
  }
  expect(daysText(one)).toBe(
    '0 of 1 day would have been non-compliant, as by the present rules (snapshot 1; days in silence are left out).',
  )
  expect(daysText({ ...base, snapshots: null })).toBe('')
  expect(daysText({ ...base, days: { covered: 0, red: { from: 0, to: 0 } } })).toBe('')
})

test('a flip names its first rule', () => {
  const rule = { policy_name: 'strict', line: 4, text: 'A scan is there' }
  const rules = [rule, rule] as Effect['rules']
  const textOf = (flip: object) => ruleText({ rules }, flip as Effect['flips'][number])
  const failing = { to: false, reason: 'policies_failed', rules: [0, 1] }
  expect(textOf(failing)).toBe('A scan is there (strict, line 4), and 1 more rule')
  const passing = { to: true, reason: 'policies_satisfied' }
  expect(textOf({ ...passing, rules: [1] })).toBe('A scan is there (strict, line 4)')
  expect(textOf({ ...passing, rules: [] })).toBe('It passes every rule')
  const unknown = { to: null, reason: 'no_policy', rules: [0] } as unknown as Flip
  expect(textOf(unknown)).toBe('No policy is left')
  expect(flipText({ rules }, unknown)).toBe('No policy is left')
  const sentence = flipText({ rules }, { ...unknown, ...failing } as Flip)
  expect(sentence).toBe('Fails: A scan is there (strict, line 4), and 1 more rule')
})
