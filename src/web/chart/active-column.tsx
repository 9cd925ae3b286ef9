import { rem } from '#web/ui/text-scale.ts'
import { partsOf, type PlotProps } from './axis-data.ts'
import type { PlotLayout } from './plot-layout.ts'
import { type ActiveColumn, stretchOf } from './use-active-column.ts'

/** The ground behind the column that is looked at, or behind those that are being chosen. */
export function ColumnGround(props: { layout: PlotLayout; active: ActiveColumn }) {
  const { left, step, top, bottom } = props.layout
  const [first, last] = stretchOf(props.active)
  return (
    <div
      data-chosen={first !== last || undefined}
      className="chart-cursor absolute bg-hover data-chosen:bg-accent-tint"
      style={{
        left: rem(left + first * step),
        width: rem((last - first + 1) * step),
        top: rem(top),
        height: rem(bottom - top),
      }}
    />
  )
}

/** The marks of the column that is looked at, outlined. */
export function ActiveParts(props: PlotProps & { layout: PlotLayout; active: ActiveColumn }) {
  const { rows, series, layout, active } = props
  const row = rows[active.index]
  if (!row) return null
  const middle = layout.xOf(active.index)
  const parts = partsOf(row, series)
  const chosen = active.by === 'keys' && active.field
  return (chosen ? parts.filter(({ field }) => field === chosen) : parts).map(
    ({ field, from, to }) => (
      <rect
        key={field}
        className="chart-active pointer-events-none fill-transparent stroke-text stroke-[1.5]"
        x={middle - layout.barSize / 2}
        y={layout.yOf(to)}
        width={layout.barSize}
        height={layout.yOf(from) - layout.yOf(to)}
      />
    ),
  )
}
