import { expect, it } from 'vitest'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { trailFailureReasons } from './evaluate-trail.ts'

const attestation = (
  attestation_name: string,
  status: AttestationStatus['status'],
  is_compliant: boolean | null,
): AttestationStatus => ({
  attestation_name,
  attestation_type: 'generic',
  attestation_id: null,
  overridden_attestation_id: null,
  status,
  is_compliant,
  unexpected: false,
})
const of = { flow_template_id: '', evaluated_at: 0 }

it('names what is missing or non-compliant on the artifact and on its trail', () => {
  const artifact = {
    ...of,
    artifact_fingerprint: null,
    artifact_id: 'one',
    status: 'NON-COMPLIANT' as const,
    is_compliant: false,
    unexpected: false,
    attestations_statuses: [
      attestation('scan', 'COMPLETE', false),
      attestation('tests', 'COMPLETE', true),
    ],
  }
  const status: ComplianceStatus = {
    ...of,
    status: 'NON-COMPLIANT',
    is_compliant: false,
    attestations_statuses: [attestation('review', 'MISSING', null)],
    artifacts_statuses: { app: artifact, other: { ...artifact, artifact_id: 'two' } },
  }
  const ofTrail = "Attestation 'review' is missing"
  expect(trailFailureReasons(status, 'one')).toEqual([
    "Attestation 'scan' is non-compliant",
    ofTrail,
  ])
  expect(trailFailureReasons(status, 'unknown')).toEqual([ofTrail])
})
