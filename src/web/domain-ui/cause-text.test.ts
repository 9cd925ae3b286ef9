import { expect, it } from 'vitest'
import type { GivenOverride } from '#contract/attestation/evidence-summary.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import { causeText } from './cause-text.ts'

const licenses: Addition = {
  kind: 'attest',
  flow_name: 'sdk-js',
  trail_name: 'sdk-js-326',
  scope: 'artifact',
  attestation_name: 'license-check',
  attestation_type: 'generic',
  control: null,
  replaces_attestation_id: 'a',
}

const override: GivenOverride = {
  reason: 'The polyfill asks to be named',
  reported_by: 'jonas',
  approved_by: null,
  created_at: 1,
  expires_at: null,
  ended_at: null,
  reported_is_compliant: true,
}

it.each([
  ['license-check is missing on sdk-js-326', { ...licenses, replaces_attestation_id: null }],
  ['license-check failed on sdk-js-326', licenses],
  [
    'license-check is non-compliant by override on sdk-js-326, by jonas: “The polyfill asks to be named”',
    licenses,
    override,
  ],
  [
    'the decision for control C-1 is non-compliant by override on sdk-js-326, requested by jonas, approved by ada: “The polyfill asks to be named”',
    { ...licenses, control: 'C-1' },
    { ...override, approved_by: 'ada' },
  ],
])('%s', (text, added, given?: GivenOverride) => {
  const summaries = new Map(given ? [['a', { override: given }]] : [])
  expect(causeText(added, summaries)).toBe(text)
})
