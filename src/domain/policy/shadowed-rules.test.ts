import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttestationRule, PolicyDocument } from '#contract/policy/policy-document.ts'
import { evaluateArtifact } from './evaluate-policies.ts'
import { shadowedBy } from './rule-results.ts'

const base = {
  name: 'scan',
  type: 'generic',
  if: null,
  must_be_compliant: true,
  for_control: null,
}
const present = { must_be_compliant: false }
const onlyWeb = { if: { text: 'flow.name == "web"' } }
const decision = { type: 'decision', for_control: 'C' }

function documentOf(rules: readonly Partial<AttestationRule>[]): PolicyDocument {
  const unwritten = { required: false, exceptions: [], line: null }
  return {
    artifacts: {
      provenance: { required: true, exceptions: [], line: 3 },
      trail_compliance: unwritten,
      attestations: rules.map((rule, index) => ({ ...base, ...rule, line: 10 + index })),
    },
  }
}

test.each<[string, Partial<AttestationRule>[], (number | null)[]]>([
  ['none by rules of other names', [{}, { name: 'review' }], [null, null]],
  ['none by rules of other types', [{}, { type: 'junit' }], [null, null]],
  ['the second of two alike', [{}, {}], [null, 10]],
  ['presence by compliance, whichever comes first', [present, {}], [11, null]],
  ['not compliance by presence', [{}, present], [null, 10]],
  ['any name by one name, for presence', [{ name: '*', ...present }, {}], [11, null]],
  ['not any name by one name, for compliance', [{ name: '*' }, {}], [null, null]],
  ['any type by one type, for presence', [{ type: '*', ...present }, {}], [11, null]],
  ['not any type by one type, for compliance', [{ type: '*' }, {}], [null, null]],
  [
    'equal rules with equal conditions',
    [onlyWeb, { if: { text: 'flow.name  == "web" ' } }],
    [null, 10],
  ],
  ['not by one that applies everywhere', [onlyWeb, {}], [null, null]],
  ['not by one that applies somewhere', [{}, onlyWeb], [null, null]],
  ['any decision by one for a control', [{ type: 'decision', ...present }, decision], [11, null]],
  ['not one for another control', [decision, { ...decision, for_control: 'D' }], [null, null]],
])('shadows %s', (_, rules, expected) => {
  expect(shadowedBy(documentOf(rules))).toEqual([null, ...expected])
})

const rule = fc.record({
  name: fc.constantFrom('*', 'x', 'y'),
  type: fc.constantFrom('generic', 'junit'),
  if: fc.constantFrom(null, onlyWeb.if, { text: 'flow.name == "app"' }),
  must_be_compliant: fc.boolean(),
})
const evidence = fc
  .array(
    fc.record({
      attestation_name: fc.constantFrom('x', 'y'),
      attestation_type: fc.constantFrom('generic', 'junit'),
      is_compliant: fc.boolean(),
      scope: fc.constantFrom('artifact' as const, 'trail' as const),
    }),
    { maxLength: 4 },
  )
  .map((found) =>
    found.map((one, index) => ({
      ...one,
      attestation_id: `id-${index}`,
      control: null,
      recorded_at: index,
    })),
  )
const flows = fc.array(
  fc.record({
    flow_name: fc.constantFrom('web', 'app'),
    tags: fc.constant({}),
    trail_name: fc.option(fc.constant('one')),
    state: fc.constant('COMPLIANT' as const),
    evidence,
  }),
  { maxLength: 3 },
)

test('a shadowed rule never decides', () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 2, maxLength: 4 }), flows, (rules, flows) => {
      const whole = documentOf(rules)
      const shadows = shadowedBy(whole).slice(1)
      const { attestations } = whole.artifacts
      const rest = attestations.filter((_, index) => shadows[index] === null)
      const statusOf = (demands: AttestationRule[]) => {
        const policy = { artifacts: { ...whole.artifacts, attestations: demands } }
        const policies = [{ policy_name: 'p', policy_version: 1, policy }]
        const artifact = { name: 'a', fingerprint: '1', flows }
        return evaluateArtifact(policies, artifact).policies[0]?.status
      }
      expect(statusOf(rest)).toBe(statusOf(attestations))
    }),
    { numRuns: 500 },
  )
})
