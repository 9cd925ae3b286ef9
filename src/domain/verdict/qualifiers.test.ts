import { describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import type { ArtifactOrigin } from '#domain/policy/policy-input.ts'
import {
  type StoredQualifiers,
  storedQualifiersOf,
  noStoredQualifiers,
} from './stored-qualifiers.ts'
import {
  noTotals,
  overridesOfSlots,
  qualifiersOf,
  qualifiersOfSlots,
  qualifiersOfTrail,
  totalQualifiers,
  totalOfMembers,
} from './qualifiers.ts'
import { noLimits } from './evidence-age.ts'

const policyOf = (rules: string) => {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts: {${rules}}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return { policy_name: rules, policy_version: 1, policy: read.policy }
}
const scan = policyOf('attestations: [{name: scan, type: generic}]')
const test = policyOf('attestations: [{name: test, type: generic}]')
const compliance = policyOf('trail-compliance: {required: true}')
const provenance = policyOf(
  'provenance: {required: true, exceptions: [{if: "${{ artifact.name == \'app\' }}"}]}',
)
const ofOthers = policyOf(
  'attestations: [{name: scan, type: generic, if: "${{ artifact.name == \'other\' }}"}]',
)
const asksNothing = policyOf('provenance: {required: false}')

const record = (
  attestation_name: string,
  attestation_id: string,
  more: Partial<FoundAttestation> = {},
): FoundAttestation => ({
  attestation_id,
  attestation_name,
  attestation_type: 'generic',
  control: null,
  is_compliant: true,
  recorded_at: 1,
  scope: 'trail',
  ...more,
})
const override = { is_override: true as const }
const fails = { is_compliant: false }

const built = (evidence: FoundAttestation[], more: Partial<ArtifactOrigin> = {}) => ({
  name: 'app',
  fingerprint: 'f'.repeat(64),
  flows: [
    {
      flow_name: 'web',
      tags: {},
      trail_name: 'run',
      state: 'COMPLIANT' as const,
      evidence,
      ...more,
    },
  ],
})
const nowhere = { ...built([]), flows: [] }
const allowed = new Set(['f'.repeat(64)])
const failing = { state: 'NON-COMPLIANT' as const }

describe('what carries the verdict on an artifact', () => {
  it.each<[string, Parameters<typeof evaluateArtifact>, Partial<StoredQualifiers>]>([
    ['evidence', [[scan], built([record('scan', 'a')])], {}],
    ['no policy', [[], built([])], {}],
    ['an override', [[scan], built([record('scan', 'a', override)])], { override_ids: ['a'] }],
    [
      'an override of an override: the newest counts',
      [[scan], built([record('scan', 'a', override), record('scan', 'b', override)])],
      { override_ids: ['b'] },
    ],
    [
      'an override that two policies read, once',
      [[scan, policyOf('attestations: [{type: generic}]')], built([record('scan', 'a', override)])],
      { override_ids: ['a'] },
    ],
    [
      'an override where no rule reads it',
      [[test], built([record('test', 'a'), record('scan', 'b', override)])],
      {},
    ],
    [
      'an override on its trail',
      [[compliance], built([], { override_ids: ['a'] })],
      { override_ids: ['a'] },
    ],
    [
      'an override beside failing evidence',
      [[scan, test], built([record('scan', 'a', override), record('test', 'b', fails)])],
      {},
    ],
    [
      'a rejection by override',
      [[scan], built([record('scan', 'a', { ...override, ...fails })])],
      { override_ids: ['a'] },
    ],
    [
      'a trail rejected by override',
      [[compliance], built([], { ...failing, override_ids: ['a'] })],
      { override_ids: ['a'] },
    ],
    ['a trail that fails on evidence', [[compliance], built([], failing)], {}],
    ['missing evidence', [[scan], built([])], {}],
    ['the allow-list', [[scan], built([]), allowed], { is_allow_listed: true }],
    ['the allow-list where nothing fails', [[scan], built([record('scan', 'a')]), allowed], {}],
    [
      'the allow-list and an override: each would do',
      [[scan], built([record('scan', 'a', override)]), allowed],
      { is_allow_listed: true, override_ids: ['a'] },
    ],
    ['an exception', [[provenance], nowhere], { is_exempt: true }],
    [
      'an exception beside evidence',
      [[provenance, scan], built([record('scan', 'a')])],
      { is_exempt: true },
    ],
    ['no rule that applies', [[ofOthers], built([])], { is_not_asked: true }],
    ['a trail of which nothing is expected', [[compliance], built([])], { is_not_asked: true }],
    [
      'such a trail beside a rule that passes',
      [[compliance, provenance], { ...built([]), name: 'other' }],
      { is_not_asked: true },
    ],
    ['such a trail and an exception', [[compliance, provenance], built([])], { is_exempt: true }],
    [
      'such a trail and one with evidence',
      [
        [compliance],
        { ...built([]), flows: [...built([]).flows, ...built([record('scan', 'a')]).flows] },
      ],
      {},
    ],
    ['such a trail and a rule that fails', [[compliance, scan], built([])], {}],
    [
      'such a trail on the allow-list',
      [[compliance, scan], built([]), allowed],
      { is_allow_listed: true },
    ],
    ['a policy that asks nothing', [[asksNothing], built([])], { is_not_asked: true }],
    ['one rule that applies', [[ofOthers, scan], built([record('scan', 'a')])], {}],
  ])('%s', (_, asked, expected) => {
    const carriers = { ...storedQualifiersOf(evaluateArtifact(...asked)), evidence: {} }
    expect(carriers).toEqual({ ...noStoredQualifiers, ...expected })
  })
})

describe('what carries the state of slots', () => {
  const slot = (id: string, more: Partial<AttestationStatus> = {}): AttestationStatus => ({
    attestation_name: id,
    attestation_type: 'generic',
    attestation_id: id,
    overridden_attestation_id: null,
    status: 'COMPLETE',
    is_compliant: true,
    unexpected: false,
    ...more,
  })
  const missing = slot('none', { attestation_id: null, status: 'MISSING', is_compliant: null })
  it.each<[string, AttestationStatus[], string[]]>([
    ['nothing', [], []],
    ['evidence', [slot('a'), missing], []],
    ['an override of what was never reported', [slot('a', override)], ['a']],
    ['the same override in two slots', [slot('a', override), slot('a', override)], ['a']],
    ['overrides where something is missing', [slot('a', override), missing], ['a']],
    ['an override beside failing evidence', [slot('a', override), slot('b', fails)], []],
    ['a rejection by override', [slot('a'), slot('b', { ...override, ...fails })], ['b']],
    [
      'a rejection by override beside an override that accepts',
      [slot('1', { ...override, ...fails }), slot('2', override)],
      ['1'],
    ],
    [
      'a rejection by override beside failing evidence',
      [slot('a', fails), slot('b', { ...override, ...fails })],
      [],
    ],
  ])('%s', (_, entries, expected) => {
    expect(overridesOfSlots(entries)).toEqual(expected)
  })
})

describe('expired evidence behind the state of slots', () => {
  const slot = (id: string, is_compliant: boolean | null): AttestationStatus => ({
    attestation_name: id,
    attestation_type: id,
    attestation_id: is_compliant === null ? null : id,
    overridden_attestation_id: null,
    status: is_compliant === null ? 'MISSING' : 'COMPLETE',
    is_compliant,
    unexpected: false,
  })
  it.each<[string, AttestationStatus[], string[]]>([
    ['all of a compliant one', [slot('scan', true), slot('unit', true)], ['scan', 'unit']],
    ['what fails of a non-compliant one', [slot('scan', true), slot('unit', false)], ['unit']],
    ['none of an incomplete one', [slot('scan', true), slot('unit', null)], []],
  ])('is %s', (_, entries, expected) => {
    expect(qualifiersOfSlots(entries, () => true).expired).toEqual(expected)
    const status = {
      is_compliant: entries.every((one) => one.is_compliant === true),
      attestations_statuses: entries,
      artifacts_statuses: {},
    }
    expect(qualifiersOfTrail(status, () => true).expired).toEqual(expected)
  })
})

describe('what carries the verdict on an environment', () => {
  const artifact = (compliant: boolean | null, more: Partial<StoredQualifiers> = {}) => ({
    ...noStoredQualifiers,
    compliant,
    ...more,
  })
  const by = (...override_ids: string[]) => ({ override_ids })

  it('counts each override once, and artifacts by kind, among everything that was evaluated', () => {
    const totals = totalQualifiers([
      artifact(true, by('a', 'b')),
      artifact(true, by('b')),
      artifact(true, { is_allow_listed: true }),
      artifact(true, { is_exempt: true }),
      artifact(true, { is_not_asked: true }),
      artifact(true),
    ])
    expect(qualifiersOf(totals, noLimits)).toEqual({
      expired: [],
      judged: 6,
      overridden: 2,
      allow_listed: 1,
      exempt: 1,
      not_asked: 1,
    })
  })

  it('leaves exceptions out where something fails on evidence', () => {
    const totals = totalQualifiers([
      artifact(false),
      artifact(false, by('a')),
      artifact(true, by('b')),
    ])
    expect(totals).toEqual({ ...noTotals, judged: 3 })
  })

  it('names the overrides that alone make it fail', () => {
    const totals = totalQualifiers([artifact(false, by('a')), artifact(true, by('b'))])
    expect(totals).toEqual({ ...noTotals, judged: 2, override_ids: ['a'] })
  })

  it('of a logical one adds up the members that have its verdict', () => {
    const east = { state: true, carriers: { ...noTotals, judged: 2, override_ids: ['a'] } }
    const west = {
      state: true,
      carriers: { ...noTotals, judged: 1, override_ids: ['a'], exempt: 1 },
    }
    const unknown = { state: null, carriers: null }
    const failing = { state: false, carriers: { ...noTotals, judged: 4 } }
    expect(qualifiersOf(totalOfMembers([east, west]), noLimits)).toEqual({
      ...noQualifiers,
      judged: 3,
      overridden: 1,
      exempt: 1,
    })
    expect(totalOfMembers([east, failing])).toEqual({ ...noTotals, judged: 6 })
    expect(totalOfMembers([east, unknown])).toEqual({ ...noTotals, judged: 2 })
    const rejected = { state: false, carriers: { ...noTotals, judged: 1, override_ids: ['b'] } }
    expect(totalOfMembers([rejected, unknown])).toEqual(rejected.carriers)
    expect(totalOfMembers([])).toEqual(noTotals)
  })
})
