import { expect, it } from 'vitest'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import {
  ageText,
  expiredAge,
  expiredTypes,
  expiryInstants,
  expiryText,
  noLimits,
  oldestTimes,
} from './evidence-age.ts'
import { qualifierText } from './qualified-verdict.ts'
import { storedQualifiersOf } from './stored-qualifiers.ts'
import { qualifiersOfArtifact, qualifiersOfSlot, totalQualifiers } from './qualifiers.ts'

const day = 86_400
const limits = { maxAgeDays: { 'custom:pen-test': 90, junit: 7 }, now: 1_000 * day }
const evidence = (attestation_type: string, daysOld: number) => ({
  attestation_type,
  recorded_at: limits.now - daysOld * day,
})

it.each([
  ['custom:pen-test', 102.6, { age_days: 102, allowed_days: 90 }],
  ['custom:pen-test', 90, { age_days: 90, allowed_days: 90 }],
  ['custom:pen-test', 89.99, null],
  ['junit', 8, { age_days: 8, allowed_days: 7 }],
  ['snyk', 5_000, null],
  ['constructor', 5_000, null],
  ['junit', -1, null],
])('%s of %d days is %j', (type, daysOld, expected) => {
  expect(expiredAge(evidence(type, daysOld), limits)).toEqual(expected)
  expect(expiredAge(evidence(type, daysOld), noLimits)).toBeNull()
  const { recorded_at } = evidence(type, daysOld)
  const until = expiryInstants(limits).find((one) => one.type === type)?.until ?? -Infinity
  expect(recorded_at <= until).toBe(expected !== null)
})

it('says how old evidence is, and how old it may be', () => {
  expect(expiryText('pen-test', { age_days: 102, allowed_days: 90 })).toBe(
    'evidence expired: pen-test 102 d old, allowed 90 d',
  )
})

it('names types by their oldest evidence', () => {
  const times = oldestTimes([
    ['snyk', 5],
    ['junit', limits.now - 8 * day],
    ['junit', limits.now],
    ['custom:pen-test', limits.now - 89 * day],
  ])
  expect(Object.keys(times)).toEqual(['custom:pen-test', 'junit', 'snyk'])
  expect(expiredTypes(times, limits)).toEqual(['junit'])
})

const read = parsePolicy(`_schema: https://x/v1
artifacts:
  attestations:
    - {name: scan, type: junit}
`)
if ('problems' in read) throw new Error('unreadable')
const policy = { policy_name: 'prod', policy_version: 1, policy: read.policy }

const ofTrail = parsePolicy(
  '_schema: https://x/v1\nartifacts:\n  trail-compliance: {required: true}\n',
)
if ('problems' in ofTrail) throw new Error('unreadable')
const byState = { policy_name: 'gate', policy_version: 1, policy: ofTrail.policy }

/** StoredQualifiers of the verdict on an artifact with one report of a test, so many days old. */
function storedQualifiersWith(
  daysOld: number,
  fields: object = {},
  { by = policy, state = 'COMPLIANT' as TrailState } = {},
) {
  const found = {
    attestation_id: 'id-1',
    attestation_name: 'scan',
    control: null,
    is_compliant: true,
    scope: 'artifact' as const,
    ...evidence('junit', daysOld),
    ...fields,
  }
  const flow = {
    flow_name: 'a',
    tags: {},
    trail_name: 't',
    state,
    evidence: [found],
  }
  const artifact = { name: 'app', fingerprint: 'f'.repeat(64), flows: [flow] }
  return storedQualifiersOf(evaluateArtifact([by], artifact))
}

it.each([
  ['fresh evidence', storedQualifiersWith(6), []],
  ['expired evidence', storedQualifiersWith(8), ['junit']],
  ['expired evidence that fails', storedQualifiersWith(8, { is_compliant: false }), ['junit']],
  ['an override of it', storedQualifiersWith(8, { is_override: true }), []],
  ['evidence that no rule asks for', storedQualifiersWith(8, { attestation_name: 'other' }), []],
  ['a state that rests on fresh evidence', storedQualifiersWith(6, {}, { by: byState }), []],
  [
    'a state that rests on expired evidence',
    storedQualifiersWith(8, {}, { by: byState }),
    ['junit'],
  ],
  [
    'a state that fails on expired evidence',
    storedQualifiersWith(8, { is_compliant: false }, { by: byState, state: 'NON-COMPLIANT' }),
    ['junit'],
  ],
  [
    'a state that rests on an override',
    storedQualifiersWith(8, { is_override: true }, { by: byState }),
    [],
  ],
  [
    'a state that lacks evidence',
    storedQualifiersWith(8, {}, { by: byState, state: 'INCOMPLETE' }),
    [],
  ],
])('qualifies a verdict on %s', (_what, carriers, expired) => {
  const own = qualifiersOfArtifact(carriers, limits)
  expect(own.expired).toEqual(expired)
  expect(qualifiersOfArtifact(carriers, noLimits).expired).toEqual([])
})

it('says the age of one piece of evidence beside its verdict', () => {
  expect(ageText({ age_days: 40, allowed_days: 30 })).toBe('evidence expired, 40 d old, limit 30 d')
  const slot = { attestation_type: 'junit', expired: { age_days: 40, allowed_days: 30 } }
  expect(qualifierText({ verdict: 'compliant', qualifiers: qualifiersOfSlot(slot) })).toBe(
    'evidence expired',
  )
})

it('says of an environment what some artifact there rests on', () => {
  const totals = totalQualifiers([
    { ...storedQualifiersWith(1), compliant: true },
    { ...storedQualifiersWith(8), compliant: true },
  ])
  expect(totals.evidence).toEqual({ junit: limits.now - 8 * day })
})

it('takes what an earlier version stored for evidence that never expires', () => {
  const { evidence: _, ...stored } = storedQualifiersWith(8)
  expect(qualifiersOfArtifact(stored, limits)).toEqual({ ...noQualifiers, judged: 1 })
})
