import { expect, test } from 'vitest'
import { parsePolicy } from './parse-policy.ts'
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

test('counts results of each rule, and exempt artifacts by flow', () => {
  const tallies = [
    { position: 0, satisfied: true, let_off: [], count: 5 },
    { position: 0, satisfied: true, let_off: ['old'], count: 2 },
    { position: 0, satisfied: null, let_off: ['old', 'old'], count: 1 },
    { position: 1, satisfied: null, let_off: ['old', 'shop'], count: 8 },
    { position: 2, satisfied: false, let_off: [], count: 3 },
    { position: 2, satisfied: true, let_off: [], count: 5 },
  ]
  expect(ruleResults(policy, tallies)).toEqual([
    {
      type: 'provenance',
      text: "The artifact was reported in a flow, except where `flow.name == 'old'`",
      line: 3,
      conditions: ["flow.name == 'old'"],
      satisfied: 7,
      failed: 0,
      ignored: 1,
      let_off: [{ flow_name: 'old', count: 3 }],
      is_idle: false,
      shadowed_by: null,
    },
    {
      type: 'trail-compliance',
      text: 'Trail compliance is not asked',
      line: 6,
      conditions: [],
      satisfied: 0,
      failed: 0,
      ignored: 8,
      let_off: [],
      is_idle: false,
      shadowed_by: null,
    },
    {
      type: 'attestation',
      text: "A generic attestation 'review' is present and compliant",
      line: 8,
      conditions: [],
      satisfied: 5,
      failed: 3,
      ignored: 0,
      let_off: [],
      is_idle: false,
      shadowed_by: null,
    },
  ])
})
