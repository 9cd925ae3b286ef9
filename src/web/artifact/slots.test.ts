import { expect, test } from 'vitest'
import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import { attestationIdsOf, describeSlots, describeTrouble, worstFirst } from './slots.ts'

/**
 * `scan` compliant, `!scan` non-compliant, `-scan` missing, `~scan` compliant by override; each after
 * `?` when unexpected.
 */
const slotOf = (text: string): ArtifactSlot => {
  const name = text.replace(/^\??[!~-]?/, '')
  const isMissing = text.startsWith('-')
  return {
    attestation_name: name,
    attestation_type: 'generic',
    attestation_id: isMissing ? null : `id of ${name}`,
    overridden_attestation_id: null,
    ...(text.includes('~') && { is_override: true as const }),
    status: isMissing ? 'MISSING' : 'COMPLETE',
    is_compliant: isMissing ? null : !text.includes('!'),
    unexpected: text.startsWith('?'),
    scope: 'artifact',
    created_at: isMissing ? null : 7,
    reported_by: isMissing ? null : 'ci',
  }
}
const slotsOf = (text: string) => text.split(' ').filter(Boolean).map(slotOf)

test.each([
  ['', 'nothing expected', null],
  ['~a b', '2 of 2 expected, 1 by override', null],
  ['?a', 'nothing expected, 1 reported', null],
  ['a b', '2 of 2 expected', null],
  ['a -b', '1 of 2 expected, 1 missing', 'b is missing'],
  ['-a -b -c', '0 of 3 expected, 3 missing', 'a and 2 more are missing'],
  ['a -b !c', '2 of 3 expected, 1 non-compliant, 1 missing', 'c is non-compliant'],
  ['!a ?!b', '1 of 1 expected, 2 non-compliant, 1 unexpected', 'a and 1 more are non-compliant'],
])('%s: %s', (text, all, trouble) => {
  expect(describeSlots(slotsOf(text))).toBe(all)
  expect(describeTrouble(slotsOf(text))).toBe(trouble)
})

test('steps go through what is there, in reading order', () => {
  expect(attestationIdsOf(slotsOf('b -c a'))).toEqual(['id of b', 'id of a'])
})

test('what needs attention comes first, evidence of the trail last', () => {
  const [first, ...others] = slotsOf('!t a ~b -c !d')
  const slots = worstFirst([{ ...first!, scope: 'trail' }, ...others])
  expect(slots.map((slot) => slot.attestation_name)).toEqual(['d', 'c', 'b', 'a', 't'])
})
