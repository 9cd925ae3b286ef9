import { expect, test } from 'vitest'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { slotGroups } from './slot-choice.tsx'

const slot = (attestation_name: string, is_compliant: boolean | null, attestation_type = 'snyk') =>
  ({ attestation_name, attestation_type, is_compliant }) as AttestationStatus
const orderOf = (
  ofTrail: AttestationStatus[],
  ofArtifacts: Record<string, AttestationStatus[]>,
) => {
  const artifacts_statuses = Object.fromEntries(
    Object.entries(ofArtifacts).map(([name, attestations_statuses]) => [
      name,
      { attestations_statuses, artifact_fingerprint: null },
    ]),
  )
  const status = { attestations_statuses: ofTrail, artifacts_statuses } as unknown
  return slotGroups(status as ComplianceStatus).map(({ title, slots }) => [
    title,
    ...slots.map(({ attestation_name: name }) => name),
  ])
}

test('within a group failing evidence comes first, then missing one, and decisions last', () => {
  const slots = [
    slot('sign-off', false, 'system:decision'),
    slot('passed', true),
    slot('missing', null),
    slot('failed', false),
  ]
  expect(orderOf(slots, {})).toEqual([['Trail', 'failed', 'missing', 'passed', 'sign-off']])
})

test('groups with failing evidence come first, others stay in the order of the trail', () => {
  const found = orderOf([slot('review', true)], {
    web: [slot('scan', true)],
    api: [slot('scan', true), slot('unit', false)],
    empty: [],
  })
  expect(found).toEqual([
    ['Artifact api', 'unit', 'scan'],
    ['Trail', 'review'],
    ['Artifact web', 'scan'],
  ])
})
