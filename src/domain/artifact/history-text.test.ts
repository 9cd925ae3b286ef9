import { expect, test } from 'vitest'
import { type EvidenceEvent, historyText, isOverrideText } from './history-text.ts'

const texts: [EvidenceEvent['happened'], string, boolean][] = [
  ['reported', 'scan attestation reported', false],
  ['overridden', 'scan attestation overridden', true],
  ['expired', 'scan override expired', true],
  ['withdrawn', 'scan override withdrawn', true],
  ['restored', 'scan override restored', true],
]

test.each(texts)('%s: %s', (happened, text, isOfOverride) => {
  expect(historyText({ name: 'scan', happened })).toBe(text)
  expect(isOverrideText(text)).toBe(isOfOverride)
})

test('what ran where is no override', () => {
  expect(isOverrideText('Started running in prod-eu#28 environment')).toBe(false)
})
