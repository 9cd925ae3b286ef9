import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlowSlots } from '#contract/flow/flow-statistics.ts'
import type { SlotRank } from '#contract/trail/slot.ts'
import { slotKey } from '#domain/trail/trail-slots.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { type WindowDays, flowSlotsQuery } from '#web/flow/queries.ts'
import { slotLabels, targetLabels, fullSlotLabels } from '#web/flow/slot-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeAgo } from '#web/ui/time.tsx'

const shownAtFirst = 3

/** What to repair first? Slots by how often they fail, each number leading to its trails. */
export function SlotRankingCard(props: { org: string; flow: string; days: WindowDays }) {
  const { org, flow, days } = props
  const query = useQuery(flowSlotsQuery(org, flow, days))
  const [isWhole, setWhole] = useState(false)
  if (!query.data) {
    return <PendingBlock query={query} what="The ranking" className="mb-4 min-h-[162px]" />
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
          ranked.length > shownAtFirst && (
            <Button kind="quiet" size="small" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${ranked.length}`}
            </Button>
          )
        }
      >
        {ranked.length > 0 && (
          <RankTable
            {...props}
            answer={query.data}
            slots={isWhole ? ranked : ranked.slice(0, shownAtFirst)}
            most={Math.max(...ranked.map(({ failing, missing }) => failing + missing))}
          />
        )}
      </Card>
    </div>
  )
}

interface RankProps {
  org: string
  flow: string
  answer: FlowSlots
  most: number
}

function RankTable(props: RankProps & { slots: SlotRank[] }) {
  const headings = ['Failing', 'Missing', 'Median time to fix', 'Last failing']
  return (
    <table className="data-table cards border-t border-line [--row:28px]" role="table">
      <caption className="sr-only">What to repair first: slots that fail most</caption>
      <colgroup>
        <col />
        <col className="md:@max-narrow/main:hidden" style={{ width: 240 }} />
        <col style={{ width: 112 }} />
        <col style={{ width: 80 }} />
        <col style={{ width: 136 }} />
        <col style={{ width: 220 }} />
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Slot
          </th>
          <th scope="col" role="columnheader" className="md:@max-narrow/main:hidden">
            Trails failing and missing
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col" role="columnheader" className="text-right!">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {props.slots.map((slot) => (
          <RankRow key={slotKey(slot)} {...props} slot={slot} />
        ))}
      </tbody>
    </table>
  )
}

function RankRow(props: RankProps & { slot: SlotRank }) {
  const { org, flow, slot } = props
  const { last_failing: last } = slot
  return (
    <tr role="row">
      <td role="cell" className="max-md:w-full">
        <span className="font-medium text-text">{slotLabels(slot)}</span>{' '}
        <span className="text-muted">{slot.target !== null && targetLabels(slot.target)}</span>
      </td>
      <td role="cell" className="max-md:hidden md:@max-narrow/main:hidden">
        <Bar slot={slot} most={props.most} />
      </td>
      <td role="cell" data-number className="text-right">
        <Count {...props} state="NON-COMPLIANT" count={slot.failing} /> of {slot.runs}
        <span className="md:hidden"> failing</span>
      </td>
      <td role="cell" data-number className="text-right">
        <Count {...props} state="MISSING" count={slot.missing} />
        <span className="md:hidden"> missing</span>
      </td>
      <td role="cell" data-number className="text-right">
        {slot.median_time_to_fix === null ? (
          <span className={slot.failing > 0 ? 'text-muted' : 'zero text-muted'}>
            {slot.failing > 0 ? 'not fixed yet' : '–'}
          </span>
        ) : (
          <>
            <span className="md:hidden">fixed in </span>
            {durationOf(slot.median_time_to_fix)}
          </>
        )}
      </td>
      <td role="cell" className="text-right">
        {last ? (
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
        ) : (
          emptyCell
        )}
      </td>
    </tr>
  )
}

/** A count that leads to the matrix of exactly the trails it counted. */
function Count(
  props: RankProps & { slot: SlotRank; state: 'NON-COMPLIANT' | 'MISSING'; count: number },
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

function Bar(props: { slot: SlotRank; most: number }) {
  const { slot, most } = props
  const { fills, definitions } = useVerdictFills()
  const failing = (100 * slot.failing) / most
  const missing = (100 * slot.missing) / most
  return (
    <svg width="100%" height="12" aria-hidden="true" className="block">
      {definitions}
      <rect width={`${failing}%`} height="12" fill={fills['non-compliant']} />
      <rect x={`${failing}%`} width={`${missing}%`} height="12" fill={fills.missing} />
    </svg>
  )
}

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
