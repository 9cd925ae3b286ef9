import { expect, it } from 'vitest'
import { type Found, failingText, missingText } from './trouble-text.ts'

const slot = (name: string, type = 'snyk') => ({ name, type, attestationId: `of-${name}` })
const override = {
  reason: 'It asks to be named',
  reported_by: 'ada',
  approved_by: null,
  created_at: 1,
  expires_at: null,
  ended_at: null,
}
const found: Found = new Map([
  ['of-scan', { summary: '1 high' }],
  ['of-tests', { summary: null }],
  ['of-sign', { summary: 'Image is signed' }],
  ['of-licenses', { summary: '449', override: { ...override, reported_is_compliant: true } }],
  ['of-audit', { summary: '2 high', override: { ...override, reported_is_compliant: false } }],
])

it.each([
  ['scan: 1 high', [slot('scan')]],
  ['scan: 1 high, and 1 more fails', [slot('scan'), slot('tests')]],
  ['scan: 1 high, and 2 more fail', [slot('scan'), slot('tests'), slot('lint')]],
  ['tests is non-compliant', [slot('tests')]],
  ['lint and 1 more are non-compliant', [slot('lint'), slot('scan')]],
  ['sign is non-compliant', [slot('sign', 'generic')]],
  ['licenses is non-compliant by override', [slot('licenses')]],
  ['licenses is non-compliant by override, and 1 more fails', [slot('licenses'), slot('scan')]],
  ['audit: 2 high', [slot('audit')]],
  [null, []],
])('says %s', (text, failing) => {
  expect(failingText(failing, found)).toBe(text)
})

it.each([
  [null, []],
  ['scan is missing', ['scan']],
  ['scan and 2 more are missing', ['scan', 'sbom', 'tests']],
])('says %s of what is absent', (text, names) => {
  expect(missingText(names)).toBe(text)
})
