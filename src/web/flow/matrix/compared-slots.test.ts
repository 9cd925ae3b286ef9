import { describe, expect, it } from 'vitest'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { comparedSlots } from './compared-slots.ts'

const slot = (name: string, state: FilledSlot['state'], more: Partial<FilledSlot> = {}) =>
  ({
    target: null,
    attestation_name: name,
    attestation_type: 'generic',
    state,
    attestation_id: name,
    unexpected: false,
    ...more,
  }) as FilledSlot

const differing = (left: FilledSlot[], right: FilledSlot[]) =>
  comparedSlots([
    { name: 'one', slots: left },
    { name: 'two', slots: right },
  ])
    .filter(({ differs }) => differs)
    .map(({ slot: { attestation_name } }) => attestation_name)

describe('slots of two trails', () => {
  it('differ by their verdict', () => {
    const left = [slot('tests', 'COMPLIANT'), slot('scan', 'COMPLIANT')]
    expect(differing(left, [slot('tests', 'COMPLIANT'), slot('scan', 'MISSING')])).toEqual(['scan'])
  })

  it('differ where an override carries the verdict of one of them', () => {
    const carried = slot('scan', 'COMPLIANT', { overridden: true })
    expect(differing([slot('scan', 'COMPLIANT')], [carried])).toEqual(['scan'])
    expect(differing([carried], [carried])).toEqual([])
  })

  it('differ where one trail does not expect a slot', () => {
    expect(differing([slot('tests', 'COMPLIANT')], [])).toEqual(['tests'])
  })
})
