import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlowSlots } from '#contract/flow/flow-statistics.ts'
import type { SlotRank } from '#contract/trail/slot.ts'
import { counted } from '#domain/common/counted.ts'
import { slotKey } from '#domain/trail/trail-slots.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { flowSlotsQuery, type WindowDays } from '#web/flow/queries.ts'
import { fullSlotLabel, slotLabel, slotTargetLabel } from '#web/flow/slot-labels.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { dayOf, durationOf } from '#web/ui/time-text.ts'
import { TimeAgo, useNow } from '#web/ui/time.tsx'

/** Slots to repair first, by how often they fail, each number leading to its trails; when asked for. */
export default function SlotRankingCard(props: { org: string; flow: string; days: WindowDays }) {
  const { org, flow, days } = props
  const query = useQuery(flowSlotsQuery(org, flow, days))
  const [isOpen, setOpen] = useState(false)
  if (!query.data) {
    return <PendingBlock query={query} what="The ranking" className="mb-4 min-h-11.5" />
  }
  const ranked = inTrouble(query.data.slots)
  const { trails_considered: trails, is_partial } = query.data
  const scope = `${is_partial ? 'Newest ' : ''}${trails} ${trails === 1 ? 'trail' : 'trails'} of ${days} days`
  return (
    <div className="mb-4">
      <Card
        title={rankingFindingOf(query.data)}
        remark={scope}
        actions={
          ranked.length > 0 && (
            <Button
              kind="quiet"
              size="small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : `Repair first: ${counted(ranked.length, 'slot')}`}
            </Button>
          )
        }
      >
        {isOpen && (
          <div className="border-t border-line [--row:1.75rem]">
            <DataTable
              caption="What to repair first: slots that fail most"
              columns={rankColumns({ org, flow, answer: query.data, max: maxOf(ranked) })}
              rows={ranked}
              rowId={slotKey}
            />
          </div>
        )}
      </Card>
    </div>
  )
}

interface Ranking {
  org: string
  flow: string
  answer: FlowSlots
  max: number
}

/** Columns of the ranking. */
const rankColumns = (ranking: Ranking) =>
  columnsOf<SlotRank>((column) => [
    column({
      id: 'slot',
      header: 'Slot',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <>
          <span className="font-medium text-text">{slotLabel(original)}</span>{' '}
          <span className="text-muted">
            {original.target !== null && slotTargetLabel(original.target)}
          </span>
        </>
      ),
    }),
    column({
      id: 'bar',
      header: 'Trails failing and missing',
      meta: { hideOrder: 1, card: 'none' },
      cell: ({ row }) => <Bar slot={row.original} max={ranking.max} />,
    }),
    column({
      id: 'failing',
      header: 'Failing',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <>
          <Count {...ranking} slot={original} state="NON-COMPLIANT" count={original.failing} /> of{' '}
          {original.runs}
          <span className="md:hidden"> failing</span>
        </>
      ),
    }),
    column({
      id: 'missing',
      header: 'Missing',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => (
        <>
          <Count {...ranking} slot={original} state="MISSING" count={original.missing} />
          <span className="md:hidden"> missing</span>
        </>
      ),
    }),
    column({
      id: 'fixed',
      header: 'Median time to fix',
      meta: { isNumber: true, hideOrder: 2 },
      cell: ({ row }) => <MedianFix slot={row.original} />,
    }),
    column({
      id: 'last',
      header: 'Last failing',
      meta: { isNumber: true, hideOrder: 3 },
      cell: ({ row }) => <LastFailing {...ranking} slot={row.original} />,
    }),
  ])

function MedianFix({ slot }: { slot: SlotRank }) {
  const text = fixText(slot, useNow())
  const isFixed = slot.failing_since === null && slot.median_time_to_fix !== null
  return (
    <span className={isFixed ? '' : text === null ? 'zero text-muted' : 'text-muted'}>
      {isFixed && <span className="md:hidden">fixed in </span>}
      {text ?? '–'}
    </span>
  )
}

function LastFailing({ org, flow, slot }: Ranking & { slot: SlotRank }) {
  const { last_failing: last } = slot
  if (!last) return emptyCell
  return (
    <span className="flex justify-end gap-2">
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org, flow, trail: last.trail_name }}
        search={{ attestation_id: last.attestation_id ?? undefined }}
        className="truncate text-text hover:underline"
      >
        {last.trail_name}
      </Link>
      <span className="text-muted">
        <TimeAgo at={last.created_at} />
      </span>
    </span>
  )
}

const maxOf = (slots: readonly SlotRank[]) =>
  Math.max(...slots.map(({ failing, missing }) => failing + missing))

/** A count that leads to the matrix of exactly the trails it counted. */
function Count(
  props: Ranking & { slot: SlotRank; state: 'NON-COMPLIANT' | 'MISSING'; count: number },
) {
  const { org, flow, slot, state, count, answer } = props
  if (count === 0) return <span className="text-muted">0</span>
  return (
    <Link
      to="/$org/flows/$flow/matrix"
      params={{ org, flow }}
      search={{
        ...(slot.target !== null && { target: slot.target }),
        ...(slot.attestation_name !== null && { attestation_name: slot.attestation_name }),
        slot_state: state,
        from_timestamp: answer.from_timestamp,
        to_timestamp: answer.to_timestamp,
      }}
      className="font-medium text-text hover:underline"
    >
      {count}
    </Link>
  )
}

function Bar(props: { slot: SlotRank; max: number }) {
  const { slot, max } = props
  const { fills, definitions } = useVerdictFills()
  const failing = (100 * slot.failing) / max
  const missing = (100 * slot.missing) / max
  return (
    <svg width="100%" height="12" aria-hidden="true" className="block min-w-40">
      {definitions}
      <rect width={`${failing}%`} height="12" fill={fills['non-compliant']} />
      <rect x={`${failing}%`} width={`${missing}%`} height="12" fill={fills.missing} />
    </svg>
  )
}

/** Slot to repair first, in one sentence: the slots come ranked. */
export function rankingFindingOf({
  slots,
  trails_considered: trails,
  to_timestamp: now,
}: FlowSlots): string {
  const first = slots[0]
  const inTrails = counted(trails, 'trail')
  if (!first || first.failing + first.missing === 0) {
    return trails === 0 ? 'No trail to rank slots by' : `Nothing fails or is missing in ${inTrails}`
  }
  const isOnly = slots.every(
    (one) => one === first || one.attestation_name !== first.attestation_name,
  )
  const name = isOnly ? slotLabel(first) : fullSlotLabel(first)
  if (first.failing === 0) {
    return `Nothing fails; ${name} is missing from ${first.missing} of ${inTrails}`
  }
  const isOneStreak = first.failing > 1 && first.failing_in_a_row >= first.failing
  const since =
    isOneStreak && first.failing_since !== null
      ? `, in every report since ${dayOf(first.failing_since, now)}`
      : ''
  return `${name} fails most: ${first.failing} of ${counted(first.runs, 'trail')}${since}`
}

/** Slots that are worth a repair. */
export const inTrouble = (slots: readonly SlotRank[]) =>
  slots.filter(({ failing, missing }) => failing + missing > 0)

type Fixes = Pick<SlotRank, 'failing' | 'failing_since' | 'median_time_to_fix'>

/**
 * How long fixes of a slot took: "11 min", while it fails "fails for 4 d, before: 11 min", without a
 * fix "not fixed yet"; null where nothing ever failed.
 * @param now Unix seconds
 */
export function fixText({ failing, failing_since, median_time_to_fix }: Fixes, now: number) {
  const median = median_time_to_fix === null ? null : durationOf(median_time_to_fix)
  if (failing_since !== null && median !== null) {
    return `fails for ${durationOf(now - failing_since)}, before: ${median}`
  }
  if (median === null) return failing > 0 ? 'not fixed yet' : null
  return median
}
