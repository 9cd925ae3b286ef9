import { expect, test } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { bulkBodyOf } from './bulk-draft.ts'
import { resultText } from './bulk-text.ts'

const row = (fields: object) =>
  ({
    flow_name: 'f',
    trail_name: 'run',
    attestation_type: 'junit',
    artifact_fingerprint: null,
    target_artifacts: null,
    git_commit_info: null,
    ...fields,
  }) as Attestation

const draft = {
  verdict: true,
  reason: ' Flaky ',
  description: '',
  origin_url: '',
  ticket: 'https://tickets.example/1',
  control: '',
  user_data: '',
  end: 'never',
  date: null,
} as const

test('what each is about is said one by one, the rest once', () => {
  const rows = [
    row({ attestation_name: 'tests' }),
    row({ attestation_name: 'scan', artifact_fingerprint: 'a'.repeat(64) }),
    row({ attestation_name: 'sbom', target_artifacts: ['app'], git_commit_info: { sha1: 'c' } }),
  ]
  const place = { flow_name: 'f', trail_name: 'run', original_attestation_type: 'junit' }
  expect(bulkBodyOf(rows, draft, 0)).toEqual({
    new_compliance_status: true,
    reason: 'Flaky',
    expires_at: null,
    external_urls: { ticket: { href: 'https://tickets.example/1' } },
    targets: [
      { ...place, attestation_name: 'tests' },
      { ...place, attestation_name: 'scan', artifact_fingerprint: 'a'.repeat(64) },
      {
        ...place,
        attestation_name: 'sbom',
        target_artifacts: ['app'],
        git_commit_info: { sha1: 'c' },
      },
    ],
  })
})

test('the outcome is counted by kind', () => {
  const made = { override_id: 'a', proposal_id: null, error: null }
  const asked = { override_id: null, proposal_id: 'b', error: null }
  const refused = { override_id: null, proposal_id: null, error: { status: 400, message: 'no' } }
  expect(resultText([made])).toBe('1 attestation overridden')
  expect(resultText([made, made, asked, refused])).toBe(
    '2 attestations overridden, 1 awaiting approval, 1 refused',
  )
})
