import { clsx } from 'clsx'
import type { Slot, SlotRank } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { dayOf, spokenOf } from '../ui/time-text.ts'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import { slotLabels, targetLabels } from './slot-words.ts'

const cell = 'sticky z-2 bg-bg text-left text-meta font-medium text-muted'

/** Two lines: what slots belong to, and their names with since when they fail. */
export function MatrixHead(props: {
  columns: readonly SlotColumns[]
  ranks: ReadonlyMap<string, SlotRank>
  focus: string | null
}) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          rowSpan={2}
          className={clsx(cell, 'top-0 left-0 z-3! border-b border-line px-4 pb-2 align-bottom')}
        >
          Trail
        </th>
        {props.columns.map(({ target, slots }) => (
          <th
            key={String(target)}
            scope="colgroup"
            colSpan={slots.length}
            className={clsx(cell, 'top-0 h-8 border-l border-line px-2 whitespace-nowrap')}
          >
            {target !== null && <span className="font-normal">Artifact </span>}
            <span className="text-text">{targetLabels(target)}</span>
          </th>
        ))}
        <th
          aria-hidden="true"
          rowSpan={2}
          className={clsx(cell, 'top-0 w-full border-b border-line')}
        />
      </tr>
      <tr>
        {props.columns.flatMap(({ slots }) =>
          slots.map((slot, index) => (
            <th
              key={slotKey(slot)}
              scope="col"
              title={slot.attestation_type ?? undefined}
              className={clsx(
                cell,
                'top-8 max-w-36 min-w-24 border-b border-line px-2 pt-0 pb-2 align-bottom wrap-anywhere',
                index === 0 && 'border-l',
                props.focus === slotKey(slot) && 'bg-accent-tint!',
              )}
            >
              {slotLabels(slot)}
              {slot.unexpected && <span className="block font-normal">not expected</span>}
              <Since rank={props.ranks.get(slotKey(slot))} />
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

/** Since when a slot fails, if its last record did. */
function Since(props: { rank: (SlotRank & Slot) | undefined }) {
  const { rank } = props
  if (!rank?.failing_since) return null
  const times = rank.failing_in_a_row === 1 ? 'once' : `${rank.failing_in_a_row} times in a row`
  return (
    <span
      className="mt-0.5 flex items-center gap-1 whitespace-nowrap text-non-compliant"
      title={`Failed ${times}, first\n${spokenOf(rank.failing_since)}`}
    >
      <VerdictMark verdict="non-compliant" size={12} silent />
      fails since {dayOf(rank.failing_since, rank.last_failing?.created_at ?? rank.failing_since)}
    </span>
  )
}
