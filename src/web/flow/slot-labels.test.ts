import { expect, test } from 'vitest'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { troubleText } from './slot-labels.ts'

const slot = (attestation_name: string, state: FilledSlot['state']): FilledSlot => ({
  target: null,
  attestation_name,
  attestation_type: 'generic',
  state,
  attestation_id: null,
  unexpected: false,
})
const [scan, review] = [slot('scan', 'NON-COMPLIANT'), slot('review', 'NON-COMPLIANT')]
const missing = ['sbom', 'sign', 'test', 'bias'].map((name) => slot(name, 'MISSING'))

test.each([
  [[], ''],
  [[slot('scan', 'COMPLIANT')], ''],
  [[scan], 'scan fails'],
  [[scan, review, missing[0]!], 'scan and review fail; sbom is missing'],
  [missing, 'sbom, sign and 2 more are missing'],
  [[{ ...scan, target: 'api' }], 'api / scan fails'],
])('%#: says %j', (slots, text) => {
  expect(troubleText(slots)).toBe(text)
})
