import { expect, test } from 'vitest'
import { parsePolicy } from './parse-policy.ts'
import { type AppliedRule, noArtifacts } from '#domain/verdict/outcome-counts.ts'
import { ruleResults } from './rule-results.ts'

const read = parsePolicy(`_schema: https://a.example/v1
artifacts:
  provenance:
    required: true
    exceptions: [{ if: "\${{ flow.name == 'old' }}" }]
  trail-compliance: { required: false }
  attestations:
    - { name: review, type: generic }
`)
if (!('policy' in read)) throw new Error('The policy cannot be read')
const { policy } = read

const rule = (position: number, satisfied: boolean | null, fields: Partial<AppliedRule> = {}) => ({
  policy_name: 'strict',
  policy_version: 2,
  position,
  type: 'attestation' as const,
  for_control: null,
  satisfied,
  is_exempt: false,
  resolutions: null,
  ...fields,
})
const group = (count: number, rules: readonly AppliedRule[], isAllowed = false) => ({
  environment_id: 'prod',
  rules,
  places: null,
  expired: null,
  is_allow_listed: isAllowed,
  flows: null,
  count,
})
const resolutions = [{ type: 'rule_satisfied' as const, place: 0, found: [0] }]
const groups = [
  group(5, [rule(0, true), rule(1, null), rule(2, true), rule(0, false, { policy_name: 'other' })]),
  group(1, [rule(0, null, { is_exempt: true }), rule(1, null), rule(2, false)], true),
  {
    ...group(2, [rule(0, true), rule(1, null), rule(2, true, { resolutions })]),
    expired: [{ found: [0], is_state: false }],
  },
  // By the version before, whose rules are others.
  group(4, [rule(0, false, { policy_version: 1 })]),
]

test('counts results of each rule, and exempt artifacts by flow', () => {
  const tallies = [
    { position: 0, satisfied: true, let_off: [], count: 5 },
    { position: 0, satisfied: true, let_off: ['old'], count: 2 },
    { position: 0, satisfied: null, let_off: ['old', 'old'], count: 1 },
    { position: 2, satisfied: false, let_off: ['shop'], count: 3 },
  ]
  const environments = [
    { groups, hasRule: true, isStale: false },
    { groups: groups.slice(0, 2), hasRule: true, isStale: true },
  ]
  const version = { name: 'strict', version: 2, document: policy }
  const counts = (some: object) => ({ ...noArtifacts, unknown: 4, ...some })
  expect(ruleResults(version, { environments, tallies, idle: [false, true] })).toEqual([
    {
      type: 'provenance',
      text: "The artifact was reported in a flow, except where `flow.name == 'old'`",
      line: 3,
      conditions: ["flow.name == 'old'"],
      running: counts({ passed: 8, by_exception: 1, stale: 6 }),
      exempt: 1,
      let_off: [{ flow_name: 'old', count: 3 }],
      is_idle: false,
      shadowed_by: null,
    },
    {
      type: 'trail-compliance',
      text: 'Trail compliance is not asked',
      line: 6,
      conditions: [],
      running: counts({ not_asked: 14 }),
      exempt: 0,
      let_off: [],
      is_idle: true,
      shadowed_by: null,
    },
    {
      type: 'attestation',
      text: "A generic attestation 'review' is present and compliant",
      line: 8,
      conditions: [],
      running: counts({ passed: 7, expired: 2, failed: 1, allow_listed: 1, stale: 6 }),
      exempt: 0,
      let_off: [],
      is_idle: false,
      shadowed_by: null,
    },
  ])
})
