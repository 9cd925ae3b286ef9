import { expect, it, test } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { OverridesImpact } from '#contract/override/bulk-override.ts'
import { bulkBodyOf, bulkChangeText, resultText } from './bulk-draft.ts'

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

const rows = [{ is_compliant: false }, { is_compliant: true }, { is_compliant: false }]
const refusal = { flips: null, error: { status: 404, message: 'Gone' } }
const flips = {
  flips: { overridden: [], trails: [], artifacts: [], needs_approval: false },
  error: null,
}
const environment = (name: string, to = true) => ({ name, from: false, to, artifacts: [] })
const impact = (fields: Partial<OverridesImpact>): OverridesImpact => ({
  evaluated_at: 0,
  rows: [flips, flips, flips],
  environments: [],
  has_more_environments: false,
  ...fields,
})

it.each([
  ['choose a verdict to see it', null, undefined],
  ['being worked out', true, undefined],
  ['2 of 3 attestations flip, no environment does', true, impact({})],
  ['1 of 3 attestations flips, no environment does', false, impact({})],
  [
    '2 of 3 attestations flip, no environment that was looked at does',
    true,
    impact({ has_more_environments: true }),
  ],
  [
    '1 of 3 attestations flips, and so does live',
    true,
    impact({ rows: [refusal, flips, flips], environments: [environment('live')] }),
  ],
  [
    '2 of 3 attestations flip, and so does live (when last seen)',
    true,
    impact({ environments: [{ ...environment('live'), is_stale: true }] }),
  ],
  [
    '2 of 3 attestations flip, and so do a, b and perhaps others',
    true,
    impact({
      environments: [environment('a'), environment('b'), environment('c', false)],
      has_more_environments: true,
    }),
  ],
])('%s', (text, verdict, told) => {
  expect(bulkChangeText(rows, verdict, told)).toBe(text)
})
