import { expect, test } from 'vitest'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { decidingSlot } from './evaluate-trail.ts'

/** `scan` compliant, `!scan` failing, `-scan` missing, `~scan` compliant by override. */
const slotOf = (text: string): AttestationStatus => {
  const name = text.replace(/^[!~-]/, '')
  const isMissing = text.startsWith('-')
  return {
    attestation_name: name,
    attestation_type: 'generic',
    attestation_id: isMissing ? null : name,
    overridden_attestation_id: null,
    ...(text.startsWith('~') && { is_override: true as const }),
    status: isMissing ? 'MISSING' : 'COMPLETE',
    is_compliant: isMissing ? null : !text.startsWith('!'),
    unexpected: false,
  }
}
const slotsOf = (text: string) => text.split(' ').filter(Boolean).map(slotOf)

const statusOf = (own: string, ofTrail: string): ComplianceStatus => ({
  status: 'COMPLIANT',
  is_compliant: true,
  attestations_statuses: slotsOf(ofTrail),
  artifacts_statuses: {
    other: { ...artifact('other'), attestations_statuses: slotsOf('!others') },
    app: { ...artifact('app'), attestations_statuses: slotsOf(own) },
  },
  evaluated_at: 0,
  flow_template_id: '',
})
const artifact = (artifact_id: string) => ({
  artifact_fingerprint: null,
  artifact_id,
  status: 'COMPLIANT' as const,
  is_compliant: true,
  unexpected: false,
  evaluated_at: 0,
  flow_template_id: '',
})

test.each([
  ['a b', 'c', null],
  ['', '', null],
  ['a !b', 'c', ['b', 0]],
  ['!a !b', '!c', ['a', 2]],
  ['-a', '!c', ['c', 0]],
  ['-a ~b', '-c', ['a', 1]],
  ['~a', 'c', ['a', 0]],
  ['a', '~c', ['c', 0]],
])('with %j of its own and %j of its trail it is because of %j', (own, ofTrail, expected) => {
  const slot = decidingSlot(statusOf(own, ofTrail), 'app')
  expect(slot && [slot.attestation_name, slot.more]).toEqual(expected)
})

test('of an artifact whose place another has, nothing is known', () => {
  expect(decidingSlot(statusOf('!a', '!b'), 'earlier')).toBeNull()
})
