import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { FlowSlots } from '#contract/flow/flow-statistics.ts'
import type { Slot, SlotRank } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { slotLabel, slotTargetLabel } from '#web/flow/slot-labels.ts'
import { dayOf, spokenOf } from '#web/ui/time-text.ts'

const cell = 'sticky z-2 bg-bg text-left text-meta font-medium text-muted'

const upper = 'top-0 group-data-fits/scroll:top-12'
const lower = 'top-8 group-data-fits/scroll:top-20'

/** More slots than these give room to why their trails fail. */
const crowd = 12

/** The last column is hidden where there is no room for it. */
export const hiddenWhereNarrow = '@max-[66.5rem]/main:hidden'

interface HeadProps {
  flow: string
  columns: readonly SlotColumns[]
  /** Statistics of slots over many trails; undefined until loaded. */
  ranking: FlowSlots | undefined
  /** Key of the slot that the matrix is narrowed to. */
  focus: string | null
  /** Rows say only what follows the name of the flow. */
  isNameShort: boolean
}

/** Targets of slots, their names, and in how many trails each fails or is missing. */
export function MatrixHead(props: HeadProps) {
  const { flow, columns, ranking, focus } = props
  const isCrowded = columns.reduce((sum, { slots }) => sum + slots.length, 0) > crowd
  return (
    <thead>
      <tr>
        <th
          scope="col"
          rowSpan={2}
          className={clsx(cell, upper, 'left-0 z-3! border-b border-line px-4 pb-2 align-bottom')}
        >
          Trail {props.isNameShort && <span className="font-normal">{flow}-…</span>}
        </th>
        {columns.map(({ target, slots }) => (
          <th
            key={String(target)}
            scope="colgroup"
            colSpan={slots.length}
            className={clsx(cell, upper, 'h-8 max-w-0 truncate border-l border-line px-2')}
            title={slotTargetLabel(target)}
          >
            {target !== null && <span className="font-normal">Artifact </span>}
            <span className="text-text">{slotTargetLabel(target)}</span>
          </th>
        ))}
        <th
          scope="col"
          rowSpan={2}
          className={clsx(
            cell,
            upper,
            hiddenWhereNarrow,
            'w-full border-b border-l border-line px-3 pb-2 align-bottom',
          )}
        >
          Why
        </th>
      </tr>
      <tr>
        {columns.flatMap(({ slots }) =>
          slots.map((slot, index) => (
            <th
              key={slotKey(slot)}
              scope="col"
              title={[slotLabel(slot), slot.attestation_type].filter(Boolean).join(', ')}
              className={clsx(
                cell,
                lower,
                'max-w-24 border-b border-line px-0.5 pb-2 text-center! align-bottom text-mini! leading-3.5!',
                isCrowded ? 'w-14 min-w-14' : 'w-16 min-w-16',
                index === 0 && 'border-l',
                focus === slotKey(slot) && 'bg-accent-tint!',
              )}
            >
              {slotLabel(slot)}
              {slot.unexpected && <span className="block font-normal">not expected</span>}
            </th>
          )),
        )}
      </tr>
      <CountRow columns={columns} ranking={ranking} />
    </thead>
  )
}

/** In how many trails of the window each slot fails or is missing; the numbers lead to them. */
function CountRow({ columns, ranking }: Pick<HeadProps, 'columns' | 'ranking'>) {
  const ranks = new Map(ranking?.slots.map((slot) => [slotKey(slot), slot]))
  return (
    <tr>
      <td className="sticky left-0 z-1 h-9 border-b border-line bg-surface px-4 text-left text-meta font-normal whitespace-nowrap text-muted">
        Not compliant, of {ranking?.trails_considered ?? '–'}
      </td>
      {columns.flatMap(({ slots }) =>
        slots.map((slot, index) => (
          <td
            key={slotKey(slot)}
            className={clsx(
              'border-b border-line bg-surface px-0.5 text-center text-mini whitespace-nowrap text-muted',
              index === 0 && 'border-l',
            )}
          >
            {ranking ? <Count rank={ranks.get(slotKey(slot))} ranking={ranking} /> : '–'}
          </td>
        )),
      )}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- why is said of trails only */}
      <td className={clsx('border-b border-l border-line bg-surface', hiddenWhereNarrow)} />
    </tr>
  )
}

function Count(props: { rank: (SlotRank & Slot) | undefined; ranking: FlowSlots }) {
  const { rank, ranking } = props
  if (!rank || rank.failing + rank.missing === 0) return <>0</>
  const isFailing = rank.failing > 0
  const { from_timestamp, to_timestamp } = ranking
  return (
    <>
      <Link
        to="."
        search={(search: object) => ({
          ...search,
          page: undefined,
          range: undefined,
          from_timestamp,
          to_timestamp,
          target: rank.target ?? undefined,
          attestation_name: rank.attestation_name ?? undefined,
          slot_state: isFailing ? ('NON-COMPLIANT' as const) : ('MISSING' as const),
        })}
        title={
          isFailing && rank.missing > 0
            ? `${slotLabel(rank)}, missing from ${rank.missing} more`
            : slotLabel(rank)
        }
        className="inline-block min-h-6 min-w-6 content-center text-inherit hover:underline"
      >
        <b className="font-semibold text-text">{isFailing ? rank.failing : rank.missing}</b>{' '}
        {isFailing ? (
          rank.failing === 1 ? (
            'fails'
          ) : (
            'fail'
          )
        ) : (
          // Below its number: neighbours would run into one line.
          <span className="block leading-3">missing</span>
        )}
      </Link>
      {rank.failing_since !== null && (
        <span
          className="block pb-1 leading-3"
          title={`Failed ${rank.failing_in_a_row === 1 ? 'once' : `${rank.failing_in_a_row} times in a row`}, first\n${spokenOf(rank.failing_since)}`}
        >
          since {dayOf(rank.failing_since, ranking.to_timestamp)}
        </span>
      )}
    </>
  )
}
