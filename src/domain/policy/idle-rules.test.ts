import { expect, test } from 'vitest'
import { idleRules, rulesOf } from './policy-rules.ts'
import { parsePolicy } from './parse-policy.ts'

function document(...rules: string[]) {
  const read = parsePolicy(['_schema: https://a.example/v1', 'artifacts:', ...rules, ''].join('\n'))
  if (!('policy' in read)) throw new Error('The policy cannot be read')
  return read.policy
}
const known = '  provenance: { required: true }'
const off = '  trail-compliance: { required: false }'
const scan = '    - { name: scan, type: generic }'
const now = document(known, off, '  attestations:', scan)
const moved = document('  attestations:', '    - { name: review, type: junit }', scan)

test.each([
  ['is new', now, null, [], [false, false, false]],
  ['stood on another line', now, moved, [], [false, false, true]],
  ['decided since', now, moved, rulesOf(moved), [false, false, false]],
  ['asks nothing', now, now, [], [true, false, true]],
])('a rule that %s', (_, policy, before, evaluated, expected) => {
  const rules = evaluated.map(({ rule }) => rule)
  expect(idleRules(policy, before, rules)).toEqual(expected)
})
