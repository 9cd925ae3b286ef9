import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { SlotRank } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { useGridKeys } from '../table/grid-keys.ts'
import { useOpenInside } from '../table/open-inside.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ScrollEdge } from '../ui/scroll-edge.tsx'
import { MatrixHead } from './matrix-head.tsx'
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
