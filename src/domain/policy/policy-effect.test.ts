import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { environmentState } from '#domain/verdict/verdict.ts'
import { evaluate, evaluateArtifact } from './evaluate-policies.ts'
import { parsePolicy } from './parse-policy.ts'
import {
  coveredDays,
  flipOf,
  rangeWithin,
  redDays,
  standstillOf,
  statesOf,
} from './policy-effect.ts'
import type { PolicyInput, NamedPolicy } from './policy-input.ts'

function policy(policy_name: string, ...rules: string[]): NamedPolicy {
  const read = parsePolicy(['_schema: https://a.example/v1', 'artifacts:', ...rules, ''].join('\n'))
  if (!('policy' in read)) throw new Error('The policy cannot be read')
  return { policy_name, policy_version: 1, policy: read.policy }
}
const known = policy('known', '  provenance: { required: true }')
const scanned = policy('scanned', '  attestations: [{ name: scan, type: generic }]')
const idle = policy('idle', '  provenance: { required: false }')

const stray: PolicyInput = { name: 'stray', fingerprint: '1', flows: [] }
const unresolved: PolicyInput = { name: 'odd', fingerprint: '', flows: [] }
const built: PolicyInput = {
  name: 'built',
  fingerprint: '2',
  flows: [{ flow_name: 'web', tags: {}, trail_name: 'one', state: 'COMPLIANT', evidence: [] }],
}

describe('a flip', () => {
  const rule = (policy_name: string, position = 0) => ({ policy_name, policy_version: 1, position })
  test.each([
    ['a first policy that it fails', stray, [], [known], null, false, [rule('known')]],
    ['a first policy that it satisfies', built, [], [known], null, true, []],
    ['one more that it fails', built, [known], [known, scanned], true, false, [rule('scanned')]],
    ['what it failed is gone', built, [known, scanned], [known], false, true, [rule('scanned')]],
    ['the last one is gone', stray, [known], [], false, null, [rule('known')]],
    ['nothing has a fingerprint', unresolved, [], [idle], null, false, []],
  ])('%s', (_, artifact, before, after, from, to, rules) => {
    const one = flipOf(evaluateArtifact(before, artifact), evaluateArtifact(after, artifact))
    expect(one).toMatchObject({ name: artifact.name, from, to, rules })
  })

  test.each([
    ['still fails, by more', stray, [known], [known, scanned]],
    ['still passes', built, [known], [known, idle]],
  ])('is none where it %s', (_, artifact, before, after) => {
    const verdicts = [before, after].map((policies) => evaluateArtifact(policies, artifact))
    expect(flipOf(verdicts[0]!, verdicts[1]!)).toBe(null)
  })
})

describe('a standstill', () => {
  const all = { some: true, all: true }
  const none = { some: false, all: false }
  const base = { before: [known], after: [known], isReported: true, isChange: false }
  test.each([
    ['attached_already', { ...base, action: 'attach', attached: all }],
    ['not_attached', { ...base, action: 'detach', attached: none }],
    ['not_attached', { ...base, action: 'save', attached: none }],
    ['says_the_same', { ...base, action: 'save', attached: all }],
    ['same_verdicts', { ...base, action: 'attach', attached: none, after: [idle, known] }],
    [
      'same_verdicts',
      { ...base, action: 'save', attached: all, after: [{ ...idle, policy_name: 'known' }] },
    ],
    [
      'same_verdicts',
      { ...base, action: 'save', attached: all, after: [{ ...known, policy_name: 'q' }] },
    ],
    [
      'never_reported',
      { ...base, action: 'attach', attached: none, after: [idle, known], isReported: false },
    ],
    [null, { ...base, action: 'attach', attached: none, after: [idle], isChange: true }],
  ] as const)('has the reason %s', (expected, outcome) => {
    expect(standstillOf(outcome)).toBe(expected)
  })
})

test('states of snapshots are those that each would have alone', () => {
  const ran = fc.array(
    fc.record({
      from_index: fc.integer({ min: 1, max: 9 }),
      length: fc.integer({ min: 1, max: 9 }),
      isOver: fc.boolean(),
      compliant: fc.boolean(),
    }),
  )
  const range = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 6 }))
    .map(([first, more]) => ({ first, last: first + more }))
  fc.assert(
    fc.property(ran, range, fc.integer({ min: 0, max: 1 }), (drawn, { first, last }, count) => {
      const rows = drawn
        .map(({ from_index, length, isOver, compliant }) => ({
          from_index,
          to_index: isOver ? from_index + length : null,
          compliant,
        }))
        .filter(({ from_index, to_index }) => from_index <= last && (to_index ?? 99) > first)
      const expected = Array.from({ length: last - first + 1 }, (_, at) => {
        const index = first + at
        const running = rows.filter(
          ({ from_index, to_index }) => from_index <= index && index < (to_index ?? 99),
        )
        return environmentState(count, running).state
      })
      expect(statesOf(count, { first, last }, rows)).toEqual(expected)
    }),
  )
})

test('states of what runs now are those of its evaluation', () => {
  const artifacts = [stray, built]
  const { state, artifacts: verdicts } = evaluate({
    policies: [known],
    artifacts,
    allowed: new Set(),
  })
  const ran = verdicts.map(({ compliant }) => ({ from_index: 3, to_index: null, compliant }))
  expect(statesOf(1, { first: 2, last: 4 }, ran)).toEqual([true, state, state])
})

test('a day with any non-compliant time is red', () => {
  const day = 86_400
  const changes = [
    { at: 0, state: true },
    { at: 1.5 * day, state: false },
    { at: 1.5 * day + 60, state: true },
    { at: 3 * day, state: null },
    { at: 4 * day, state: false },
  ]
  const window = { from: 0, to: 4.5 * day, silences: [] }
  expect([coveredDays(window), redDays(window, changes)]).toEqual([5, 2])
  expect(redDays({ from: 10, to: 20, silences: [] }, [{ at: 10, state: true }])).toBe(0)
  const silent = { ...window, silences: [{ from: 1.2 * day, to: 4 * day }] }
  expect([coveredDays(silent), redDays(silent, changes)]).toEqual([3, 1])
  const throughout = { ...window, silences: [{ from: 0, to: null }] }
  expect([coveredDays(throughout), redDays(throughout, changes)]).toEqual([0, 0])
})

test.each([
  [100, [1, 2, 3, 4]],
  [10, [3, 4]],
  [6, [4]],
  [1, [4]],
])('re-evaluates snapshots with at most %i artifacts', (maxArtifacts, indexes) => {
  const moments = [0, 0, 5, 2].map((exited_count, at) => ({ index: at + 1, exited_count }))
  expect(rangeWithin(moments, 5, maxArtifacts).map(({ index }) => index)).toEqual(indexes)
  expect(rangeWithin([], 5, maxArtifacts)).toEqual([])
})
