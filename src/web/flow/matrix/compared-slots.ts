import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { columnsOfTrails, slotKey } from '#domain/trail/trail-slots.ts'
import { verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabel } from '#web/flow/slot-labels.ts'
import type { TextFilter } from '#web/table/filter.ts'

/** One side of a comparison; slots are undefined while they load, null when they cannot be had. */
export interface ComparedTrail {
  name: string
  slots: readonly FilledSlot[] | null | undefined
}

/** A slot on both sides; undefined on a side that does not expect it. */
export interface ComparedSlot {
  slot: Slot
  sides: readonly (FilledSlot | undefined)[]
  /** Whether one reads another verdict, or the same one carried by an override. */
  differs: boolean
}

/** Returns the slots of two trails in the order of their columns, with how both stand in each. */
export function comparedSlots(trails: readonly [ComparedTrail, ComparedTrail]): ComparedSlot[] {
  const bySlot = trails.map(({ slots }) => new Map(slots?.map((slot) => [slotKey(slot), slot])))
  const slots = columnsOfTrails(
    [],
    trails.map((trail) => ({ slots: trail.slots ?? null })),
  ).flatMap((group) => group.slots)
  return slots.map((slot) => {
    const sides = bySlot.map((known) => known.get(slotKey(slot)))
    const [left, right] = sides
    const differs = left?.state !== right?.state || left?.overridden !== right?.overridden
    return { slot, sides, differs }
  })
}

interface SlotSearch {
  target?: string | undefined
  attestation_name?: string | undefined
  slot_state?: 'NON-COMPLIANT' | 'MISSING' | undefined
}

/** The slot that a matrix is narrowed to, as a filter to take away; none unless a link set it. */
export function slotFilter(search: SlotSearch, narrow: (change: SlotSearch) => void): TextFilter[] {
  const { target, attestation_name, slot_state } = search
  if (target === undefined && attestation_name === undefined) return []
  const text = fullSlotLabel({
    target: target ?? null,
    attestation_name: attestation_name ?? null,
  })
  return [
    {
      kind: 'text',
      label: slot_state ? verdicts[verdictOfState[slot_state]].label : 'In trouble',
      value: text,
      onChange: () =>
        narrow({ target: undefined, attestation_name: undefined, slot_state: undefined }),
    },
  ]
}
