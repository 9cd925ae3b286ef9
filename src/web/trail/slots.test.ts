import { expect, test } from 'vitest'
import type { Trail } from '#contract/trail/trail.ts'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import {
  attestationIdsOf,
  describeAll,
  describeGroup,
  describeTrouble,
  slotGroupsOf,
} from './slots.ts'

const slot = (name: string, over: Partial<AttestationStatus> = {}): AttestationStatus => ({
  attestation_name: name,
  attestation_type: 'junit',
  attestation_id: `id-${name}`,
  overridden_attestation_id: null,
  status: 'COMPLETE',
  is_compliant: true,
  unexpected: false,
  ...over,
})
const missing = { attestation_id: null, status: 'MISSING', is_compliant: null } as const

function groupsOf(own: AttestationStatus[], app?: AttestationStatus[], fingerprint = 'f') {
  const artifact = { artifact_fingerprint: fingerprint || null, unexpected: false }
  return slotGroupsOf({
    events: [{ attestation_id: 'id-review', timestamp: 5 }],
    compliance_status: {
      attestations_statuses: own,
      artifacts_statuses: app ? { app: { ...artifact, attestations_statuses: app } } : {},
    },
  } as unknown as Trail)
}

test('groups slots by trail and artifact, with the time of their report', () => {
  const groups = groupsOf([slot('review')], [slot('tests'), slot('scan', missing)])
  expect(groups.map(describeGroup)).toEqual([
    'Trail, 1 of 1 present',
    'Artifact app, 1 of 2 present',
  ])
  expect(groups[0]?.slots[0]).toMatchObject({ verdict: 'compliant', reportedAt: 5 })
  expect(describeAll(groups)).toBe('2 of 3 expected, 1 missing')
  expect(describeTrouble(groups)).toBe('scan is missing')
  expect(attestationIdsOf(groups)).toEqual(['id-review', 'id-tests'])
})

test('unexpected slots are counted apart', () => {
  const groups = groupsOf([slot('review'), slot('extra', { unexpected: true })])
  expect(describeGroup(groups[0]!)).toBe('Trail, 1 of 1 present, 1 unexpected')
  expect(describeAll(groups)).toBe('1 of 1 expected')
  expect(describeTrouble(groups)).toBeNull()
})

test('non-compliant goes before missing; an artifact can be missing itself', () => {
  const failing = slot('tests', { is_compliant: false })
  expect(describeTrouble(groupsOf([failing, slot('scan', missing)]))).toBe('tests is non-compliant')
  const found = new Map([['id-tests', { summary: '1 failed of 3 tests' }]])
  expect(describeTrouble(groupsOf([failing]), found)).toBe('tests: 1 failed of 3 tests')
  const absent = groupsOf([], [slot('tests', missing)], '')
  expect(absent.map(describeGroup)).toEqual(['Artifact app, not reported, 0 of 1 present'])
  expect(describeTrouble(absent)).toBe('artifact app and 1 more are missing')
  expect(describeAll(absent)).toBe('0 of 1 expected, 1 missing, 1 artifact not reported')
  const bare = groupsOf([], [], '')
  expect(describeTrouble(bare)).toBe('artifact app is missing')
  expect(describeAll(bare)).toBe('no evidence expected, 1 artifact not reported')
})

test('without a template nothing is expected', () => {
  expect(describeAll(groupsOf([]))).toBe('nothing expected')
  expect(describeAll(groupsOf([slot('x', { unexpected: true })]))).toBe(
    'nothing expected, 1 reported',
  )
})
