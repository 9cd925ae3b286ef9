import { expect, test } from 'vitest'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { dumpPolicy } from '#domain/policy/policy-evaluations.ts'
import type { NamedPolicy, ArtifactOrigin } from '#domain/policy/policy-input.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { environmentFailureCause, environmentFailureReasons } from './failure-reasons.ts'

const read = parsePolicy(`_schema: https://x/v1
artifacts:
  provenance:
    required: true
    exceptions:
      - if: \${{ artifact.name == "base" }}
  trail-compliance: {required: true}
  attestations:
    - {name: scan, type: snyk}
    - {type: junit, must_be_compliant: false}
    - {name: any, type: "*"}
    - {type: decision, for_control: C-1}
    - {type: pull_request, if: '\${{ flow.name == "other" }}'}
`)
if ('problems' in read) throw new Error('unreadable')
const policy: NamedPolicy = { policy_name: 'prod', policy_version: 2, policy: read.policy }

const scan: FoundAttestation = {
  attestation_id: 'id-1',
  attestation_name: 'scan',
  attestation_type: 'snyk',
  control: null,
  is_compliant: false,
  recorded_at: 1,
  scope: 'artifact',
}
const flow = (flow_name: string, trail_name: string | null): ArtifactOrigin => ({
  flow_name,
  tags: {},
  trail_name,
  state: 'INCOMPLETE',
  evidence: [scan],
})
const fingerprint = 'f'.repeat(64)
const evaluate = (flows: ArtifactOrigin[], allowed: string[] = [], of = fingerprint) =>
  evaluateArtifact([policy], { name: 'app', fingerprint: of, flows }, new Set(allowed))

test.each<[string, ReturnType<typeof evaluate>, string[]]>([
  ['nothing of an allowed artifact', evaluate([], [fingerprint]), []],
  [
    'no flow',
    evaluate([]),
    [
      "Policy 'prod' requires provenance: no flow holds the artifact",
      "Policy 'prod' requires compliance with the template of its flow: no flow holds the artifact",
      "Policy 'prod' requires a compliant attestation 'scan' of type snyk: no flow holds the artifact",
      "Policy 'prod' requires an attestation of type junit: no flow holds the artifact",
      "Policy 'prod' requires a compliant attestation 'any': no flow holds the artifact",
      "Policy 'prod' requires a compliant decision for control 'C-1': no flow holds the artifact",
    ],
  ],
  [
    'a trail',
    evaluate([flow('main', 't1')]),
    [
      "Policy 'prod' requires compliance with the template of its flow: INCOMPLETE on trail 't1' of flow 'main'",
      "Policy 'prod' requires a compliant attestation 'scan' of type snyk: 'scan' non-compliant on trail 't1' of flow 'main'",
      "Policy 'prod' requires an attestation of type junit: missing on trail 't1' of flow 'main'",
      "Policy 'prod' requires a compliant attestation 'any': missing on trail 't1' of flow 'main'",
      "Policy 'prod' requires a compliant decision for control 'C-1': missing on trail 't1' of flow 'main'",
    ],
  ],
])('%s', (_name, verdict, reasons) => {
  expect(environmentFailureReasons(verdict)).toEqual(reasons)
})

test('names a limited number of flows and trails of a rule', () => {
  const verdict = evaluate([
    flow('a', null),
    flow('other', 't'),
    flow('b', 't'),
    flow('c', 't'),
    flow('d', 't'),
  ])
  expect(environmentFailureReasons(verdict).slice(2)).toEqual([
    "Policy 'prod' requires an attestation of type junit: missing in flow 'a', which holds it without a trail; missing on trail 't' of flow 'other'; missing on trail 't' of flow 'b'; and 2 more",
    "Policy 'prod' requires a compliant attestation 'any': missing in flow 'a', which holds it without a trail; missing on trail 't' of flow 'other'; missing on trail 't' of flow 'b'; and 2 more",
    "Policy 'prod' requires a compliant decision for control 'C-1': missing in flow 'a'; missing on trail 't' of flow 'other'; missing on trail 't' of flow 'b'; and 2 more",
    "Policy 'prod' requires a compliant attestation of type pull_request: not asked in flow 'a'; missing on trail 't' of flow 'other'; not asked on trail 't' of flow 'b'; and 2 more",
  ])
})

test('an image without fingerprint', () => {
  expect(environmentFailureReasons(evaluate([], [], ''))[0]).toBe(
    'The image has no fingerprint: nothing vouches for it',
  )
})

test('a snapshot stores the policy', () => {
  const condition = (text: string) => ({ if_condition: { text } })
  expect(dumpPolicy(read.policy)).toEqual({
    schema_version: '1',
    artifacts: {
      provenance: { required: true, exceptions: [condition('artifact.name == "base"')] },
      trail_compliance: { required: true, exceptions: [] },
      attestations: [
        ['scan', 'snyk', true, null, null],
        ['*', 'junit', false, null, null],
        ['any', '*', true, null, null],
        ['*', 'decision', true, 'C-1', null],
        ['*', 'pull_request', true, null, { text: 'flow.name == "other"' }],
      ].map(([name, type, must_be_compliant, for_control, if_condition]) => ({
        if_condition,
        name,
        type,
        must_be_compliant,
        for_control,
      })),
    },
  })
})

const verdictOf = (rules: string, flows: ArtifactOrigin[], of = fingerprint) => {
  const parsed = parsePolicy(`_schema: https://x/v1\nartifacts:\n  ${rules}\n`)
  if ('problems' in parsed) throw new Error('unreadable')
  const one: NamedPolicy = { policy_name: 'p', policy_version: 1, policy: parsed.policy }
  return evaluateArtifact([one], { name: 'app', fingerprint: of, flows }, new Set())
}

test('names only the evidence that is non-compliant', () => {
  const evidence = ['good', 'bad'].map((attestation_name) => ({
    ...scan,
    attestation_name,
    is_compliant: attestation_name === 'good',
  }))
  const verdict = verdictOf('attestations: [{type: snyk}]', [{ ...flow('main', 't'), evidence }])
  expect(environmentFailureReasons(verdict)[0]).toContain(": 'bad' non-compliant")
})

test.each([
  ['provenance: {required: true}', [], 'no provenance'],
  ['trail-compliance: {required: true}', [flow('main', 't')], 'trail fails'],
  ['attestations: [{name: scan, type: snyk}]', [flow('main', 't')], 'scan fails'],
  ['attestations: [{name: unit, type: junit}]', [flow('main', 't')], 'no unit'],
  ['attestations: [{type: junit}]', [flow('main', 't')], 'no junit'],
  [
    'attestations: [{type: decision, for_control: C-1}]',
    [flow('main', 't')],
    'no decision for C-1',
  ],
  ['provenance: {required: true}', [flow('main', 't')], null],
])('says in few words what %s misses: %s', (rules, flows, cause) => {
  expect(environmentFailureCause(verdictOf(rules, flows))).toBe(cause)
})
