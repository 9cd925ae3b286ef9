import { expect, test } from 'vitest'
import { endText, extensionText, standingText } from './effect-texts.ts'

const original = { attestation_id: 'a', is_compliant: false, reported_by: 'ci', created_at: 1 }

test.each([
  ['active', original, 'What counted before it counts again; the evidence says non-compliant.'],
  ['expiring', null, 'What counted before it counts again; no evidence was reported.'],
  ['replaced', original, 'A later report or override counts already: no verdict changes.'],
] as const)('says what the end of one that is %s changes', (state, of, text) => {
  expect(endText({ state, original: of })).toBe(text)
})

test('says that a longer stay of one that was replaced changes no verdict', () => {
  expect(extensionText({ state: 'active' })).toContain('Its verdict stands until then')
  expect(extensionText({ state: 'replaced' })).toContain('no verdict changes now')
})

test.each(['expired', 'withdrawn', 'restored'] as const)(
  'does not say that the evidence counts again once one is %s: an override before it may',
  (state) => {
    expect(standingText({ is_request: false, state })).toBe(
      'It has ended: the newest report or override that has not ended counts, if there is one.',
    )
  },
)
