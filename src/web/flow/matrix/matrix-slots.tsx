import { Link } from '@tanstack/react-router'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { counted } from '#domain/common/counted.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabel } from '#web/flow/slot-labels.ts'

/** So many trails have room on the narrowest phone. */
const maxShown = 20

/** "The only slot", "All 3 slots". */
const allOf = (count: number, one: string) =>
  count === 1 ? `The only ${one}` : `All ${counted(count, one)}`

/** The matrix on a phone: slots are rows, trails run from left to right, newest right. */
export default function MatrixSlots(props: {
  trails: readonly MatrixTrail[]
  columns: readonly SlotColumns[]
}) {
  const slots = matrixSlots(props.columns, props.trails)
  const troubled = slots.filter(({ failing, missing }) => failing + missing > 0)
  const others = slots.filter(({ failing, missing }) => failing + missing === 0)
  return (
    <>
      <ul>
        {troubled.map((slot) => (
          <li key={slotKey(slot.slot)} className="border-b border-line px-4 py-2">
            <SlotStrip slot={slot} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details className="border-b border-line">
          <summary className="flex min-h-11 items-center px-4 py-2">
            {troubled.length > 0
              ? counted(others.length, 'other slot')
              : allOf(others.length, 'slot')}
            <span className="ml-2 text-meta text-muted">nothing fails or is missing</span>
          </summary>
          <ul>
            {others.map((slot) => (
              <li key={slotKey(slot.slot)} className="border-t border-line px-4 py-2">
                <SlotStrip slot={slot} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="px-4 pt-2 text-meta text-muted">
        {props.trails.length > maxShown
          ? `Drawn are the newest ${maxShown} of the ${props.trails.length} trails of this page, newest right`
          : `${allOf(props.trails.length, 'trail')} of this page, newest right`}
      </p>
    </>
  )
}

/** One slot over the trails; leads to those where it fails or is missing. */
function SlotStrip({ slot: { slot, states, ...counts } }: { slot: MatrixSlot }) {
  const isTroubled = counts.failing + counts.missing > 0
  const head = (
    <span className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
      <span className="font-medium wrap-anywhere text-text">{fullSlotLabel(slot)}</span>
      <span className="text-table text-muted">{slotCounts(counts)}</span>
    </span>
  )
  const strip = (
    <span aria-hidden="true" className="flex justify-end pb-1">
      {states.slice(-maxShown).map((filled, index) => (
        <span key={index} className="grid h-6 max-w-4 min-w-0 flex-1 place-items-center">
          {filled && (
            <QuietMark
              verdict={verdictOfState[filled.state]}
              isQualified={filled.overridden || filled.expired !== undefined}
            />
          )}
        </span>
      ))}
    </span>
  )
  if (!isTroubled) {
    return (
      <>
        {head}
        {strip}
      </>
    )
  }
  return (
    <Link
      to="."
      search={(search: object) => ({
        ...search,
        page: undefined,
        target: slot.target ?? undefined,
        attestation_name: slot.attestation_name ?? undefined,
      })}
      className="block text-inherit no-underline"
    >
      {head}
      {strip}
    </Link>
  )
}

/** A slot over the trails of a page. */
export interface MatrixSlot {
  slot: Slot
  /** Its state in each trail, oldest first; undefined where it is not expected or not known. */
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
