import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { SlotRank, Slot } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { slotLabels, targetLabels } from '#web/flow/slot-labels.ts'
import { useGridKeys, useOpenInside } from '#web/table/grid-keys.ts'
import { ScrollEdge } from '#web/ui/scroll-edge.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { dayOf, spokenOf } from '#web/ui/time-text.ts'
import { MatrixRow } from './matrix-row.tsx'

/** Trails × slots: each cell a verdict that opens its evidence. Arrows go from cell to cell. */
export function MatrixGrid(props: {
  org: string
  flow: string
  trails: readonly MatrixTrail[]
  columns: readonly SlotColumns[]
  /** What is known of slots over many trails, by their key. */
  ranks: ReadonlyMap<string, SlotRank>
  focus: string | null
  /** Names of the trails that are chosen for a comparison. */
  chosen: readonly string[]
  onChoose: (trail: string) => void
}) {
  const router = useRouter()
  const { org, flow, trails, columns } = props
  const keys = columns.flatMap(({ slots }) => slots.map(slotKey))
  const grid = useGridKeys({ row: trails.length - 1, column: keys.length })
  useShortcuts([
    {
      key: 'x',
      label: 'Choose the trail of this row to compare',
      run: () => {
        const row = document.activeElement?.closest('tr')
        const name = row?.querySelector<HTMLElement>('[data-trail]')?.dataset['trail']
        if (name !== undefined) props.onChoose(name)
      },
    },
  ])
  const open = useOpenInside()
  return (
    <ScrollEdge className="max-h-[max(420px,calc(100dvh-220px))] rounded-t-card">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern
        role="grid"
        aria-label={`Slots of the trails of ${flow}`}
        aria-rowcount={trails.length + 2}
        aria-colcount={keys.length + 1}
        onClick={open}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        className={clsx(
          'border-separate border-spacing-0 text-table',
          keys.length > 7 && 'min-w-full',
        )}
      >
        <MatrixHead columns={columns} ranks={props.ranks} focus={props.focus} />
        <tbody>
          {trails.map((trail, row) => (
            <MatrixRow
              key={trail.id}
              trail={trail}
              href={
                router.buildLocation({
                  to: '/$org/flows/$flow/trails/$trail',
                  params: { org, flow, trail: trail.name },
                }).href
              }
              row={row}
              stop={grid.stopIn(row)}
              columns={columns}
              focus={props.focus}
              isChosen={props.chosen.includes(trail.name)}
              onChoose={props.onChoose}
            />
          ))}
        </tbody>
      </table>
    </ScrollEdge>
  )
}

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
