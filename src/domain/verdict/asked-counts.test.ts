import { expect, it } from 'vitest'
import {
  type AskedRule,
  askedOutcome,
  countAsked,
  noArtifacts,
  populationOf,
  type RunningGroup,
  sumAsked,
} from './asked-counts.ts'
import type { ArtifactVerdict } from './verdict.ts'

const rule = (satisfied: boolean | null, fields: Partial<AskedRule> = {}): AskedRule => ({
  policy_name: 'strict',
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
  expect(askedOutcome(rules)).toBe(outcome)
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
  expect(askedOutcome([resting(...found)], place(is_override))).toBe(outcome)
})

const group = (
  count: number,
  rules: RunningGroup['rules'],
  fields: Partial<RunningGroup> = {},
) => ({
  environment_id: 'prod',
  rules,
  places: null,
  is_allow_listed: false,
  flows: null,
  count,
  ...fields,
})
const groups = [
  group(4, [rule(true)]),
  group(2, [exempt]),
  group(3, [rule(false)]),
  group(1, [rule(false)], { is_allow_listed: true }),
  group(5, [rule(null)]),
  group(6, null),
]
const all = () => true

it.each([
  [
    'asks',
    { isAsked: true, isStale: false },
    { passed: 6, by_exception: 2, failed: 4, allow_listed: 1, unknown: 6, not_asked: 5 },
  ],
  // The last verdicts of a silent environment are history.
  ['asked', { isAsked: true, isStale: true }, { stale: 10, unknown: 6, not_asked: 5 }],
  ['does not ask', { isAsked: false, isStale: true }, { not_asked: 21 }],
] as const)('counts every artifact once where a policy %s', (_, environment, expected) => {
  const counts = countAsked(groups, all, environment)
  expect(counts).toEqual({ ...noArtifacts, ...expected })
  expect(populationOf(counts)).toBe(21)
})

it('looks at the chosen rules alone', () => {
  const both = [group(1, [rule(false), rule(true, { for_control: 'C-1' })])]
  const environment = { isAsked: true, isStale: false }
  expect(countAsked(both, (one) => one.for_control === 'C-1', environment).passed).toBe(1)
  expect(countAsked(both, (one) => one.for_control === 'C-2', environment).not_asked).toBe(1)
})

it('has no population where nothing runs', () => {
  const nothing = countAsked([], all, { isAsked: true, isStale: false })
  expect([nothing, populationOf(nothing)]).toEqual([noArtifacts, 0])
})

it('adds up', () => {
  const one = { ...noArtifacts, passed: 2, by_exception: 1, not_asked: 3 }
  expect(sumAsked([one, one])).toEqual({ ...noArtifacts, passed: 4, by_exception: 2, not_asked: 6 })
})
