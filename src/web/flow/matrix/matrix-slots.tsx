import { Link } from '@tanstack/react-router'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabels } from '#web/flow/slot-labels.ts'
import { type MatrixSlot, matrixSlots, slotCounts } from './slot-rows.ts'

/** So many trails have room on the narrowest phone. */
const maxShown = 20

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
            {troubled.length > 0 ? `${others.length} other slots` : `All ${others.length} slots`}
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
          : `The ${props.trails.length} trails of this page, newest right`}
      </p>
    </>
  )
}

/** One slot over the trails; leads to those where it fails or is missing. */
function SlotStrip({ slot: { slot, states, ...counts } }: { slot: MatrixSlot }) {
  const isTroubled = counts.failing + counts.missing > 0
  const head = (
    <span className="flex min-h-11 flex-wrap items-center gap-x-2">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere text-text">
        {fullSlotLabels(slot)}
      </span>
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
