import { expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { artifactNode } from './verdict-tree.ts'

const day = 86_400
const limits = { maxAgeDays: { generic: 30 }, now: 100 * day }
const scan = (recorded_at: number, more: Partial<FoundAttestation> = {}): FoundAttestation => ({
  attestation_id: 'a',
  attestation_name: 'scan',
  attestation_type: 'generic',
  control: null,
  is_compliant: true,
  recorded_at,
  scope: 'trail',
  ...more,
})

/** Qualifiers in the tree of the trail that a rule asks for. */
function trailQualifiers(rules: string, evidence: FoundAttestation[], override_ids: string[]) {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts: {${rules}}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  const policy = { policy_name: 'gate', policy_version: 1, policy: read.policy }
  const origin = { flow_name: 'web', trail_name: 'run', tags: {}, state: 'COMPLIANT' as const }
  const flows = [{ ...origin, evidence, override_ids }]
  const artifact = { name: 'app', fingerprint: 'f'.repeat(64), flows }
  const tree = artifactNode(evaluateArtifact([policy], artifact, new Set()), limits.now, limits)
  const [rule] = tree.policies[0]?.rule_evaluations ?? []
  return rule?.resolutions[0]?.trail_qualifiers
}

const ofTrail = 'trail-compliance: {required: true}'
const ofScan = 'attestations: [{name: scan, type: generic}]'
const judged = { ...noQualifiers, judged: 1 }

it.each([
  ['fresh evidence', ofTrail, [scan(90 * day)], [], undefined],
  ['expired evidence', ofTrail, [scan(9 * day)], [], { ...judged, expired: ['generic'] }],
  [
    'an override, however old what it overrides is',
    ofTrail,
    [scan(9 * day, { is_override: true })],
    ['a'],
    { ...judged, overridden: 1 },
  ],
  ['evidence that a rule names, which says it itself', ofScan, [scan(9 * day)], [], undefined],
  ['nothing, as nothing is expected of it', ofTrail, [], [], { ...noQualifiers, not_asked: 1 }],
])('a rule on trails says that the trail rests on %s', (_what, rules, evidence, ids, said) => {
  expect(trailQualifiers(rules, evidence, ids)).toEqual(said)
})
