import { expect, it } from 'vitest'
import { healthOf, type SoundSlot } from './health-text.ts'

const sound: SoundSlot = { name: 'junit', isUnexpected: false, isOverridden: false, expired: null }
const scan = { ...sound, name: 'scan', isOverridden: true }
const pen = { ...sound, name: 'pen-test', expired: { age_days: 102, allowed_days: 90 } }
const old = { ...pen, name: 'sbom' }

it.each<[slots: SoundSlot[], text: string]>([
  [[sound, sound], 'All 2 expected attestations are compliant.'],
  [[sound], 'The one expected attestation is compliant.'],
  [[sound, { ...sound, isUnexpected: true }], 'The one expected attestation is compliant.'],
  [[], 'Compliant: counts.'],
  [[sound, scan], 'Compliant by override of scan: counts.'],
  [[scan, scan, scan], 'Compliant by override of scan and 2 more: counts.'],
  [[sound, pen], 'Compliant, evidence expired on pen-test: counts.'],
  [[pen, old], 'Compliant, evidence expired on pen-test and 1 more: counts.'],
  [[pen, scan], 'Compliant, evidence expired on pen-test, and by override of scan: counts.'],
])('slots %# are sound in these words', (slots, text) => {
  expect(healthOf(slots, 'counts')).toBe(text)
})
