import { expect, test } from 'vitest'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { matrixSlots, slotCounts } from './matrix-slots.tsx'

const slotOf = (attestation_name: string) => ({
  target: null,
  attestation_name,
  attestation_type: 'generic',
})
const columns = [
  {
    target: null,
    slots: ['review', 'scan'].map((name) => ({ ...slotOf(name), unexpected: false })),
  },
]

const filled = (name: string, state: FilledSlot['state'], overridden?: true): FilledSlot => ({
  ...slotOf(name),
  state,
  attestation_id: null,
  unexpected: false,
  ...(overridden && { overridden }),
})

test('slots are rows with trails from left to right, newest right, most failing first', () => {
  const rows = matrixSlots(columns, [
    { slots: [filled('review', 'COMPLIANT'), filled('scan', 'NON-COMPLIANT')] },
    { slots: null },
    { slots: [filled('review', 'COMPLIANT', true), filled('scan', 'MISSING')] },
  ])
  expect(rows.map(({ slot }) => slot.attestation_name)).toEqual(['scan', 'review'])
  expect(rows[0]?.states.map((one) => one?.state)).toEqual(['MISSING', undefined, 'NON-COMPLIANT'])
  expect(rows.map(slotCounts)).toEqual([
    '1 of 2 fails, 1 missing',
    '2 of 2 compliant, 1 of them by override',
  ])
})

test.each([
  [{ failing: 0, missing: 2, overridden: 0, expired: 0, of: 3 }, '2 of 3 missing'],
  [{ failing: 2, missing: 0, overridden: 1, expired: 0, of: 3 }, '2 of 3 fail, 1 by override'],
  [
    { failing: 0, missing: 0, overridden: 0, expired: 2, of: 3 },
    '3 of 3 compliant, 2 with expired evidence',
  ],
  [{ failing: 0, missing: 0, overridden: 0, expired: 0, of: 0 }, '0 of 0 compliant'],
])('%j is "%s"', (counts, text) => {
  expect(slotCounts(counts)).toBe(text)
})
