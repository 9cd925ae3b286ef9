import { useRouter } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useMemo } from 'react'
import type { FlowSlots, MatrixTrail } from '#contract/flow/flow-statistics.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { isNamedAfter } from '#web/domain-ui/origin.tsx'
import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { useGridKeys, useOpenInside } from '#web/table/grid-keys.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ScrollEdge } from '#web/ui/scroll-edge.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { comparedSlots } from './compared-slots.ts'
import { MatrixHead } from './matrix-head.tsx'
import { MatrixRow } from './matrix-row.tsx'

/** Trails × slots: each cell a verdict that opens its evidence. Arrows go from cell to cell. */
export function MatrixGrid(props: {
  org: string
  flow: string
  trails: readonly MatrixTrail[]
  columns: readonly SlotColumns[]
  /** Statistics of slots over many trails; undefined until loaded. */
  ranking: FlowSlots | undefined
  focus: string | null
  /** Names of the trails that are chosen for a comparison. */
  chosen: readonly string[]
  onChoose: (trail: string) => void
}) {
  const router = useRouter()
  const { org, flow, trails, columns } = props
  const keys = columns.flatMap(({ slots }) => slots.map(slotKey))
  const isNameShort = trails.every(({ name }) => isNamedAfter(name, flow))
  const grid = useGridKeys({ row: trails.length - 1, column: keys.length })
  useShortcuts([
    {
      key: 'x',
      label: 'Choose the trail of this row to compare',
      isOfRow: true,
      run: () => {
        const row = document.activeElement?.closest('tr')
        const name = row?.querySelector<HTMLElement>('[data-trail]')?.dataset['trail']
        if (name !== undefined) props.onChoose(name)
      },
    },
  ])
  const open = useOpenInside()
  const differing = useMemo(() => {
    const [left, right] = props.chosen.map((name) => trails.find((one) => one.name === name))
    const rows = left && right ? comparedSlots([left, right]) : []
    return new Set(rows.flatMap(({ slot, differs }) => (differs ? slotKey(slot) : [])))
  }, [props.chosen, trails])
  return (
    // A grid that fits scrolls with the page; its head stays below the bar on top.
    <ScrollEdge className="max-h-[max(26.25rem,calc(100dvh-13.75rem))] rounded-t-card data-fits:max-h-none data-fits:overflow-visible">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern
        role="grid"
        aria-label={`Slots of the trails of ${flow}`}
        aria-rowcount={trails.length + 3}
        aria-colcount={keys.length + 2}
        onClick={open}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        className="border-separate border-spacing-0 text-table @min-[66.5rem]/main:w-full"
      >
        <MatrixHead
          flow={flow}
          columns={columns}
          ranking={props.ranking}
          focus={props.focus}
          isNameShort={isNameShort}
        />
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
              nameFrom={isNameShort ? flow.length + 1 : 0}
              isChosen={props.chosen.includes(trail.name)}
              isFaded={props.chosen.length === 2 && !props.chosen.includes(trail.name)}
              differing={differing}
              onChoose={props.onChoose}
            />
          ))}
        </tbody>
      </table>
    </ScrollEdge>
  )
}

/** Legend of the shapes in a matrix. */
export function MatrixLegend() {
  return (
    <p className="flex flex-wrap gap-x-4 px-4 py-2.5 text-meta text-muted">
      {(['compliant', 'non-compliant', 'missing'] as const).map((verdict) => (
        <span key={verdict} className="inline-flex items-center gap-1.5">
          <QuietMark verdict={verdict} />
          {verdicts[verdict].label}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <QuietMark verdict="compliant" isQualified />
        By override
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Icon of={Hourglass} small className="size-3" />
        Evidence expired
      </span>
      <span>Empty: not expected</span>
    </p>
  )
}
