import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'

/** A slot over the trails of a page. */
export interface MatrixSlot {
  slot: Slot
  /** What each trail has in it, oldest first; undefined where it is not expected or not known. */
  states: (FilledSlot | undefined)[]
  /** Number of trails where it fails, is missing, or is there. */
  failing: number
  missing: number
  overridden: number
  /** Number of trails where its evidence has expired. */
  expired: number
  of: number
}

/** Turns a matrix around: slots with what trails, newest first, have in them; most failing first. */
export function matrixSlots(
  columns: readonly SlotColumns[],
  trails: readonly Pick<MatrixTrail, 'slots'>[],
): MatrixSlot[] {
  const known = trails.map(({ slots }) => new Map(slots?.map((slot) => [slotKey(slot), slot])))
  const rows = columns.flatMap(({ slots }) =>
    slots.map((slot): MatrixSlot => {
      const states = known.map((one) => one.get(slotKey(slot))).reverse()
      const count = (is: (filled: FilledSlot) => boolean) =>
        states.filter((filled) => filled && is(filled)).length
      return {
        slot,
        states,
        failing: count(({ state }) => state === 'NON-COMPLIANT'),
        missing: count(({ state }) => state === 'MISSING'),
        overridden: count(({ overridden }) => overridden === true),
        expired: count(({ expired }) => expired !== undefined),
        of: count(() => true),
      }
    }),
  )
  return rows.sort((a, b) => b.failing - a.failing || b.missing - a.missing)
}

/** "10 of 36 fail, 2 missing", "36 of 36 compliant, 2 of them by override". */
export function slotCounts(counts: Omit<MatrixSlot, 'slot' | 'states'>): string {
  const { failing, missing, overridden, expired, of } = counts
  const parts = [
    failing > 0 && `${failing} of ${of} ${failing === 1 ? 'fails' : 'fail'}`,
    missing > 0 && (failing > 0 ? `${missing} missing` : `${missing} of ${of} missing`),
    failing + missing === 0 && `${of} of ${of} compliant`,
    overridden > 0 &&
      (failing + missing > 0 ? `${overridden} by override` : `${overridden} of them by override`),
    expired > 0 && `${expired} with expired evidence`,
  ]
  return parts.filter(Boolean).join(', ')
}
