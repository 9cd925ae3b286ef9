import { expect, it } from 'vitest'
import {
  type AppliedRule,
  outcomeOfRules,
  countOutcomes,
  noArtifacts,
  passedBy,
  populationOf,
  type RunningGroup,
  sumOutcomes,
} from './outcome-counts.ts'
import type { ArtifactVerdict } from './verdict.ts'

const rule = (satisfied: boolean | null, fields: Partial<AppliedRule> = {}): AppliedRule => ({
  policy_name: 'strict',
  policy_version: 1,
  position: 0,
  type: 'attestation',
  for_control: null,
  satisfied,
  is_exempt: false,
  resolutions: null,
  ...fields,
})
const exempt = rule(null, { type: 'provenance', is_exempt: true })

it.each([
  ['passed', [rule(true), rule(null)]],
  ['failed', [rule(true), rule(false)]],
  ['failed', [rule(false), exempt]],
  ['by_exception', [rule(true), exempt]],
  ['by_exception', [exempt]],
  // A policy none of whose rules ask.
  ['not_asked', [rule(null), rule(null)]],
  // A policy without rules, or a control that no rule asks for.
  ['not_asked', []],
] as const)('comes to %s', (outcome, rules) => {
  expect(outcomeOfRules(rules)).toBe(outcome)
})

const evidence = (is_override: boolean) => ({
  attestation_id: 'a-1',
  attestation_name: 'scan',
  attestation_type: 'generic',
  control: null,
  is_compliant: true,
  recorded_at: 1,
  ...(is_override && { is_override: true as const }),
  scope: 'trail' as const,
})
const place = (is_override: boolean): ArtifactVerdict['places'] => [
  { flow_name: 'shop', trail_name: '1', artifact_status: null, evidence: [evidence(is_override)] },
]
const resting = (...found: number[]) =>
  rule(true, { resolutions: [{ type: 'rule_satisfied', place: 0, found }] })

it.each([
  ['by_exception', true, [0]],
  ['passed', false, [0]],
  ['passed', true, []],
] as const)('comes to %s where evidence is overridden: %j, %j', (outcome, is_override, found) => {
  expect(outcomeOfRules([resting(...found)], { places: place(is_override) })).toBe(outcome)
})

it.each([
  ['not_asked', 'COMPLIANT', {}],
  ['passed', 'COMPLIANT', { generic: 1 }],
  ['failed', 'INCOMPLETE', {}],
] as const)(
  'comes to %s where a rule asks for a trail that is %s on %j',
  (outcome, state, times) => {
    const satisfied = state === 'COMPLIANT'
    const asked = { ...resting(), type: 'trail-compliance' as const, satisfied }
    const places = place(false).map((one) => ({
      ...one,
      artifact_status: state,
      state_evidence: times,
    }))
    expect(outcomeOfRules([asked], { places })).toBe(outcome)
    if (satisfied) expect(outcomeOfRules([asked, exempt], { places })).toBe('by_exception')
  },
)

it.each([
  ['expired', resting(0, 1), { found: [1], is_state: false }],
  ['passed', resting(0), { found: [1], is_state: false }],
  ['passed', resting(0), { found: [], is_state: true }],
  ['expired', { ...resting(), type: 'trail-compliance' }, { found: [], is_state: true }],
  ['passed', { ...resting(0), type: 'trail-compliance' }, { found: [0], is_state: false }],
  ['failed', { ...resting(0), satisfied: false }, { found: [0], is_state: true }],
] as const)('comes to %s where evidence has expired: %j, %j', (outcome, asked, expired) => {
  expect(outcomeOfRules([asked], { expired: [expired] })).toBe(outcome)
})

it('passes where what has expired does not satisfy the rule', () => {
  const failing = { type: 'non_compliant_attestation' as const, place: 1, found: [0] }
  const asked = rule(true, {
    resolutions: [{ type: 'rule_satisfied', place: 0, found: [] }, failing],
  })
  const expired = [[], [0]].map((found) => ({ found, is_state: false }))
  expect(outcomeOfRules([asked], { expired })).toBe('passed')
})

it('says that evidence has expired before who decided', () => {
  const expired = [{ found: [0], is_state: false }]
  expect(outcomeOfRules([resting(0), exempt], { places: place(true), expired })).toBe('expired')
})

const group = (
  count: number,
  rules: RunningGroup['rules'],
  fields: Partial<RunningGroup> = {},
) => ({
  environment_id: 'prod',
  rules,
  places: null,
  expired: null,
  is_allow_listed: false,
  flows: null,
  count,
  ...fields,
})
const groups = [
  group(4, [rule(true)]),
  group(2, [exempt]),
  group(7, [resting(0)], { expired: [{ found: [0], is_state: false }] }),
  group(3, [rule(false)]),
  group(1, [rule(false)], { is_allow_listed: true }),
  group(5, [rule(null)]),
  group(6, null),
]
const all = () => true

it.each([
  [
    'asks',
    { hasRule: true, isStale: false },
    {
      passed: 13,
      expired: 7,
      by_exception: 2,
      failed: 4,
      allow_listed: 1,
      unknown: 6,
      not_asked: 5,
    },
  ],
  // The last verdicts of a silent environment are history.
  ['asked', { hasRule: true, isStale: true }, { stale: 17, unknown: 6, not_asked: 5 }],
  ['does not ask', { hasRule: false, isStale: true }, { not_asked: 28 }],
] as const)('counts every artifact once where a policy %s', (_, environment, expected) => {
  const counts = countOutcomes(groups, all, environment)
  expect(counts).toEqual({ ...noArtifacts, ...expected })
  expect(populationOf(counts)).toBe(28)
})

it('looks at the chosen rules alone', () => {
  const both = [group(1, [rule(false), rule(true, { for_control: 'C-1' })])]
  const environment = { hasRule: true, isStale: false }
  expect(countOutcomes(both, (one) => one.for_control === 'C-1', environment).passed).toBe(1)
  expect(countOutcomes(both, (one) => one.for_control === 'C-2', environment).not_asked).toBe(1)
})

it('has no population where nothing runs', () => {
  const nothing = countOutcomes([], all, { hasRule: true, isStale: false })
  expect([nothing, populationOf(nothing)]).toEqual([noArtifacts, 0])
})

it('adds up', () => {
  const one = { ...noArtifacts, passed: 2, expired: 1, by_exception: 1, not_asked: 3 }
  const sum = { ...noArtifacts, passed: 4, expired: 2, by_exception: 2, not_asked: 6 }
  expect(sumOutcomes([one, one])).toEqual(sum)
  expect(passedBy(sum, ' of them')).toEqual([
    '2 of them on expired evidence',
    '2 of them by exception',
  ])
})
