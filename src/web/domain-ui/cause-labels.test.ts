import { expect, it } from 'vitest'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { causeByText, flipLabel, flipCauseText } from './cause-labels.ts'

const made = { by: 'jonas', by_id: '1', at: 0 }

it.each<[string, VerdictCause | null]>([
  ['Environment report', null],
  [
    'Policy scans v2 by jonas',
    { kind: 'policy_version', policy_name: 'scans', policy_version: 2, ...made },
  ],
  [
    'scans, origin attached by jonas',
    { kind: 'attachment', attached: ['scans', 'origin'], ...made },
  ],
  ['scans detached by jonas', { kind: 'attachment', attached: [], detached: ['scans'], ...made }],
  [
    'sign-off reported on api-7 by jonas',
    { kind: 'attestation', attestation_name: 'sign-off', trail_name: 'api-7', ...made },
  ],
  [
    'scan overridden, requested by mei, approved by jonas',
    { kind: 'override', attestation_name: 'scan', requested_by: 'mei', ...made },
  ],
  [
    'Override of scan expired',
    {
      kind: 'override_end',
      attestation_name: 'scan',
      end_kind: 'expired',
      ...made,
      by: '(automatic)',
    },
  ],
  ['Put on the allow-list by jonas', { kind: 'allow_list', is_allowed: true, ...made }],
])('says "%s"', (text, cause) => {
  expect(causeByText(cause)).toBe(text)
})

it.each<[string, string, boolean | null, string | null]>([
  ['shop:1 exited', 'shop:1', true, 'registry.example/shop:1'],
  ['shop:1 is non-compliant', 'shop:1', false, 'registry.example/shop:1'],
  ['shop is unknown', 'shop', null, 'shop'],
  ['Environment report', 'report', false, null],
])('says "%s" of a flip, and "%s" at its mark', (text, mark, state, artifact_name) => {
  const flip = { state, artifact_name, cause: null }
  expect([flipCauseText(flip), flipLabel(flip)]).toEqual([text, mark])
  const policy = {
    kind: 'policy_version',
    policy_name: 'scans',
    policy_version: 2,
    ...made,
  } as const
  const ruled = { ...flip, cause: policy }
  expect([flipCauseText(ruled), flipLabel(ruled)]).toEqual(['Policy scans v2', 'scans'])
})
