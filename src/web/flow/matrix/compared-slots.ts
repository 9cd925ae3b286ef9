import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { columnsOfTrails, slotKey } from '#domain/trail/trail-slots.ts'

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
