import type { FlowSlots } from '#contract/flow/flow-statistics.ts'
import type { SlotRank } from '#contract/trail/slot.ts'
import { fullSlotLabels } from './slot-words.ts'

/** What to repair first, in one sentence: the slots come ranked. */
export function rankingFindingOf({ slots, trails_considered: trails }: FlowSlots): string {
  const first = slots[0]
  const inTrails = `${trails} ${trails === 1 ? 'trail' : 'trails'}`
  if (first && first.failing > 0) {
    return `${fullSlotLabels(first)} fails most: ${first.failing} of ${first.runs} ${first.runs === 1 ? 'run' : 'runs'}`
  }
  if (first && first.missing > 0) {
    return `Nothing fails; ${fullSlotLabels(first)} is missing from ${first.missing} of ${inTrails}`
  }
  return trails === 0 ? 'No trail to rank slots by' : `Nothing fails or is missing in ${inTrails}`
}

/** Slots that are worth a repair. */
export const inTrouble = (slots: readonly SlotRank[]) =>
  slots.filter(({ failing, missing }) => failing + missing > 0)
