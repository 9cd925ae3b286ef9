import { noLimits } from '#domain/verdict/evidence-age.ts'
import { describe, expect, it, test } from 'vitest'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { artifactNode } from '#domain/verdict/verdict-tree.ts'
import { logicalState } from '#domain/verdict/verdict.ts'
import { evaluate, evaluateArtifact } from './evaluate-policies.ts'
import { parsePolicy } from './parse-policy.ts'
import { policyEvaluations } from './policy-evaluations.ts'
import type { PolicyInput, NamedPolicy, ArtifactOrigin } from './policy-input.ts'

const policyOf = (rules: string, policy_name = 'prod'): NamedPolicy => {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts:\n${rules.replace(/^/gm, '  ')}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return { policy_name, policy_version: 3, policy: read.policy }
}

let count = 0
const record = (
  attestation_name: string,
  attestation_type: string,
  more: Partial<FoundAttestation> = {},
): FoundAttestation => ({
  attestation_id: `id-${String(++count).padStart(4, '0')}`,
  attestation_name,
  attestation_type,
  control: null,
  is_compliant: true,
  recorded_at: count,
  scope: 'artifact',
  ...more,
})
const bad = { is_compliant: false }
const onTrail = { scope: 'trail' as const }
const decision = (control: string, more: Partial<FoundAttestation> = {}) =>
  record('decision', 'system:decision', { control, ...more })

const flow = (flow_name: string, more: Partial<ArtifactOrigin> = {}): ArtifactOrigin => ({
  flow_name,
  tags: {},
  trail_name: `${flow_name}-1`,
  state: 'COMPLIANT',
  evidence: [],
  ...more,
})
const withEvidence = (...evidence: FoundAttestation[]) => flow('a', { evidence })
const legacy = (more: Partial<ArtifactOrigin> = {}) => flow('old', { trail_name: null, ...more })
const artifact = (...flows: ArtifactOrigin[]): PolicyInput => ({
  name: 'app',
  fingerprint: 'f'.repeat(64),
  flows,
})

/** Formats each rule as `satisfied resolution@flow,…`. */
const resultsOf = (rules: string, ...flows: ArtifactOrigin[]) =>
  policyEvaluations(evaluateArtifact([policyOf(rules)], artifact(...flows))).flatMap((policy) =>
    policy.rule_evaluations.map(({ satisfied, resolutions }) => {
      const each = resolutions.map(({ type, context }) => `${type}@${context.flow_name}`)
      return `${satisfied} ${each.join(' ')}`
    }),
  )

const provenance = 'provenance: {required: true}'
const compliance = 'trail-compliance: {required: true}'
const except = (kind: string, expression: string) =>
  `${kind}:\n  required: true\n  exceptions: [{if: '\${{ ${expression} }}'}]`
const wants = (rule: string) => `attestations:\n  - {${rule}}`
const scan = wants('name: scan, type: snyk')
const anyScan = wants('type: snyk')
const control = wants('type: decision, for_control: C')
const onlyIf = (expression: string) => wants(`type: snyk, if: '\${{ ${expression} }}'`)

describe('a rule on an artifact', () => {
  test.each<[string, string, ArtifactOrigin[], string]>([
    ['provenance in a flow', provenance, [flow('a')], 'true rule_satisfied@a'],
    ['provenance by a legacy record', provenance, [legacy()], 'true rule_satisfied@old'],
    ['no provenance', provenance, [], 'false missing_provenance@null'],
    ['not required', 'provenance: {}', [], 'null rule_not_applicable@null'],
    [
      'an exception without a flow',
      except('provenance', 'artifact.name == "app"'),
      [],
      'null rule_not_applicable@null',
    ],
    [
      'an exception for another artifact',
      except('provenance', 'artifact.name == "web"'),
      [],
      'false missing_provenance@null',
    ],
    // trail-compliance
    ['a compliant trail', compliance, [flow('a')], 'true rule_satisfied@a'],
    [
      'a non-compliant trail',
      compliance,
      [flow('a', { state: 'NON-COMPLIANT' })],
      'false non_compliant_in_trail@a',
    ],
    [
      'an incomplete trail',
      compliance,
      [flow('a', { state: 'INCOMPLETE' })],
      'false non_compliant_in_trail@a',
    ],
    ['no trail at all', compliance, [], 'false missing_provenance@null'],
    ['a compliant legacy record', compliance, [legacy()], 'true rule_satisfied@old'],
    [
      'a non-compliant legacy record',
      compliance,
      [legacy({ state: 'NON-COMPLIANT' })],
      'false non_compliant_in_trail@old',
    ],
    [
      'compliant in one of two flows',
      compliance,
      [flow('a', { state: 'INCOMPLETE' }), flow('b')],
      'true non_compliant_in_trail@a rule_satisfied@b',
    ],
    [
      'an exception for the failing one of two flows',
      except('trail-compliance', 'flow.name == "a"'),
      [flow('a', { state: 'INCOMPLETE' }), flow('b', { state: 'INCOMPLETE' })],
      'false rule_not_applicable@a non_compliant_in_trail@b',
    ],
    [
      'an exception for each flow',
      except('trail-compliance', 'exists(flow)'),
      [flow('a', { state: 'INCOMPLETE' }), flow('b')],
      'null rule_not_applicable@a rule_not_applicable@b',
    ],
    // attestation
    ['found', scan, [withEvidence(record('scan', 'snyk'))], 'true rule_satisfied@a'],
    [
      'found on the trail',
      scan,
      [withEvidence(record('scan', 'snyk', onTrail))],
      'true rule_satisfied@a',
    ],
    ['nothing found', scan, [flow('a')], 'false missing_attestation@a'],
    ['another name', scan, [withEvidence(record('x', 'snyk'))], 'false missing_attestation@a'],
    ['another type', scan, [withEvidence(record('scan', 'junit'))], 'false missing_attestation@a'],
    [
      'found non-compliant',
      scan,
      [withEvidence(record('scan', 'snyk', bad))],
      'false non_compliant_attestation@a',
    ],
    [
      'non-compliant where that does not matter',
      wants('name: scan, type: snyk, must_be_compliant: false'),
      [withEvidence(record('scan', 'snyk', bad))],
      'true rule_satisfied@a',
    ],
    [
      'a newer one that is compliant',
      scan,
      [withEvidence(record('scan', 'snyk', bad), record('scan', 'snyk'))],
      'true rule_satisfied@a',
    ],
    [
      'a newer one that is not, on the trail',
      scan,
      [withEvidence(record('scan', 'snyk'), record('scan', 'snyk', { ...bad, ...onTrail }))],
      'false non_compliant_attestation@a',
    ],
    [
      'a newer one of another type',
      scan,
      [withEvidence(record('scan', 'snyk'), record('scan', 'junit'))],
      'true rule_satisfied@a',
    ],
    ['nothing on a legacy record', scan, [legacy()], 'false legacy_flow@old'],
    [
      'found on a legacy record',
      scan,
      [legacy({ evidence: [record('scan', 'snyk')] })],
      'true rule_satisfied@old',
    ],
    ['no flow at all', scan, [], 'false missing_attestation@null'],
    [
      'in one of two flows',
      scan,
      [flow('b'), withEvidence(record('scan', 'snyk'))],
      'true missing_attestation@b rule_satisfied@a',
    ],
    [
      'any type of that name',
      wants('name: scan, type: "*"'),
      [withEvidence(record('scan', 'custom:x'))],
      'true rule_satisfied@a',
    ],
    [
      'a custom type',
      wants('type: "custom:x"'),
      [withEvidence(record('scan', 'custom:x'))],
      'true rule_satisfied@a',
    ],
    [
      'another custom type',
      wants('type: "custom:x"'),
      [withEvidence(record('scan', 'custom:y'))],
      'false missing_attestation@a',
    ],
    // any name
    [
      'any name, each newest compliant',
      anyScan,
      [withEvidence(record('x', 'snyk', bad), record('y', 'snyk'), record('x', 'snyk'))],
      'true rule_satisfied@a',
    ],
    [
      'any name, one newest not compliant',
      anyScan,
      [withEvidence(record('x', 'snyk', bad), record('y', 'snyk'))],
      'false non_compliant_attestation@a',
    ],
    // if
    ['applicable', onlyIf('flow.name == "a"'), [flow('a')], 'false missing_attestation@a'],
    ['not applicable', onlyIf('flow.name == "b"'), [flow('a')], 'null rule_not_applicable@a'],
    [
      'applicable in one flow only',
      onlyIf('flow.tags.risk == "high"'),
      [flow('a', { tags: { risk: 'high' } }), flow('b')],
      'false missing_attestation@a rule_not_applicable@b',
    ],
    ['not applicable without a flow', onlyIf('exists(flow)'), [], 'null rule_not_applicable@null'],
    // for_control
    ['a decision', control, [withEvidence(decision('C'))], 'true rule_satisfied@a'],
    [
      'a decision of the trail',
      control,
      [withEvidence(decision('C', onTrail))],
      'true rule_satisfied@a',
    ],
    [
      'a decision for another control',
      control,
      [withEvidence(decision('D'))],
      'false missing_attestation@a',
    ],
    [
      'a newer decision for another control',
      control,
      [withEvidence(decision('C'), decision('D', bad))],
      'true rule_satisfied@a',
    ],
    [
      'the newest decision under any name',
      control,
      [withEvidence(decision('C', bad), record('x', 'system:decision', { control: 'C' }))],
      'true rule_satisfied@a',
    ],
    [
      'a decision against',
      control,
      [withEvidence(decision('C'), decision('C', bad))],
      'false non_compliant_attestation@a',
    ],
    ['no decision on a legacy record', control, [legacy()], 'false missing_attestation@old'],
    [
      'any decision',
      wants('type: decision'),
      [withEvidence(decision('D'))],
      'true rule_satisfied@a',
    ],
  ])('%s', (_name, rules, flows, expected) => {
    expect(resultsOf(rules, ...flows)).toEqual([expected])
  })

  it('names the definition of the rule and the context of each lookup', () => {
    const verdict = evaluateArtifact(
      [policyOf(control)],
      artifact(flow('a', { state: 'INCOMPLETE' })),
    )
    expect(policyEvaluations(verdict)).toEqual([
      {
        policy_name: 'prod',
        policy_version: 3,
        status: 'NON-COMPLIANT',
        rule_evaluations: [
          {
            rule: {
              type: 'attestation',
              definition: {
                if: null,
                name: '*',
                type: 'decision',
                must_be_compliant: true,
                for_control: 'C',
              },
            },
            satisfied: false,
            ignored: false,
            resolutions: [
              {
                type: 'missing_attestation',
                context: {
                  flow_name: 'a',
                  trail_name: 'a-1',
                  artifact_status: 'INCOMPLETE',
                  for_control: 'C',
                },
              },
            ],
          },
        ],
      },
    ])
  })

  it('has the attestations in its tree, and the time on each node', () => {
    const old = record('x', 'snyk', bad)
    const found = [record('y', 'snyk'), record('x', 'snyk')]
    const evidence = [record('other', 'junit'), found[1]!, old, found[0]!]
    const node = artifactNode(
      evaluateArtifact([policyOf(anyScan)], artifact(flow('a', { evidence }))),
      1700,
      noLimits,
    )
    const [policy] = node.policies
    const [rule] = policy!.rule_evaluations
    expect(rule!.rule.line).toBe(4)
    expect(rule!.resolutions[0]!.attestations).toEqual(found)
    expect([node, policy, rule, rule!.resolutions[0]].map((it) => it!.evaluated_at)).toEqual(
      Array(4).fill(1700),
    )
  })
})

describe('an artifact in an environment', () => {
  const fails = policyOf(provenance)
  const passes = policyOf('provenance: {}', 'lax')
  const allowed = new Set(['f'.repeat(64)])
  const unresolved = { name: 'app', fingerprint: '', flows: [] }

  test.each<[string, NamedPolicy[], PolicyInput, ReadonlySet<string>, boolean | null, string]>([
    ['no policy', [], artifact(), new Set(), null, 'no_policy'],
    ['no policy, allowed', [], artifact(), allowed, null, 'no_policy'],
    ['all ignored', [passes], artifact(), new Set(), true, 'policies_satisfied'],
    ['one policy fails', [passes, fails], artifact(), new Set(), false, 'policies_failed'],
    ['allowed all the same', [fails], artifact(), allowed, true, 'allowed'],
    ['another is allowed', [fails], artifact(), new Set(['e']), false, 'policies_failed'],
    ['an image without fingerprint', [passes], unresolved, new Set(), false, 'no_fingerprint'],
  ])('%s', (_name, policies, of, allowed, compliant, reason) => {
    const verdict = evaluateArtifact(policies, of, allowed)
    expect(verdict).toMatchObject({ compliant, reason })
    expect(verdict.policies.map((policy) => policy.policy_name)).toEqual(
      policies.map((policy) => policy.policy_name),
    )
  })

  test.each<[string, NamedPolicy[], PolicyInput[] | null, boolean | null, string]>([
    ['no policy', [], [artifact()], null, 'no_policy'],
    ['no policy and no report', [], null, null, 'no_policy'],
    ['no report', [fails], null, null, 'never_reported'],
    ['nothing runs', [fails], [], true, 'nothing_running'],
    ['all comply', [fails], [artifact(flow('a'))], true, 'artifacts_compliant'],
    ['one does not', [fails], [artifact(flow('a')), artifact()], false, 'artifacts_failing'],
  ])('the state with %s', (_name, policies, artifacts, state, reason) => {
    const verdict = evaluate({ policies, artifacts, allowed: new Set() })
    expect(verdict).toMatchObject({ state, reason })
  })

  test.each<[(boolean | null)[], boolean | null]>([
    [[], null],
    [[true], true],
    [[true, true], true],
    [[true, null], null],
    [[null], null],
    [[true, null, false], false],
  ])('logical with %j is %j', (members, state) => {
    expect(logicalState(members)).toBe(state)
  })
})
