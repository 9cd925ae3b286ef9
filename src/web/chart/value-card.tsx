import type { ReactNode } from 'react'
import { rem } from '#web/ui/text-scale.ts'
import {
  type ChartRow,
  formatOf,
  isGap,
  type PlotProps,
  presentSeries,
  sumOf,
} from './axis-data.ts'
import type { PlotLayout } from './plot-layout.ts'
import { type ActiveColumn, stretchOf } from './use-active-column.ts'
import { SeriesSwatch } from './series-fill.tsx'

const verbs = { mouse: 'Click opens', keys: 'Enter opens', touch: 'Tap again for' } as const
const endings = { mouse: 'Release', keys: 'Enter', touch: 'Lift' } as const

/** All values of the column that is looked at, beside it, and what opens them. */
export function ValueCard(
  props: PlotProps & {
    layout: PlotLayout
    active: ActiveColumn
    /** The rows of the stretch; one where none is being chosen. */
    shown: readonly ChartRow[]
  },
) {
  const { rows, series, details = [], unit, layout, active, shown, opens } = props
  const format = formatOf(props)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const valueOf = (field: string) => {
    const known = shown.flatMap(({ values }) => values[field] ?? [])
    if (known.length === 0) return props.gap ?? '–'
    return format(known.reduce((sum, value) => sum + value, 0))
  }
  const isKnown = shown.some((row) => !isGap(row, series))
  const names = isKnown ? presentSeries(rows, series).toReversed() : []
  return (
    <div
      aria-hidden="true"
      className="chart-card pointer-events-none absolute top-5 z-10 max-w-65 min-w-38 rounded-card bg-raised px-3 py-2.5 text-meta wrap-anywhere shadow-float"
      style={placeOf(layout, active)}
    >
      <p className="mb-1 text-table font-medium">
        {shown.length > 1 ? `${first.title} to ${last.title}` : first.title}
      </p>
      {!isKnown && <p>{props.gap ?? 'not known'}</p>}
      <dl className="empty:hidden">
        {names.map(({ field, name, fill }) => (
          <Line key={field} name={name} value={valueOf(field)}>
            {series.length > 1 && <SeriesSwatch fill={fill} />}
          </Line>
        ))}
        {details.map(({ field, name }) => (
          <Line key={field} name={name} value={valueOf(field)} />
        ))}
        {isKnown && unit.total && (
          <div className="mt-1 border-t border-line pt-0.5">
            <Line
              name={unit.total}
              value={format(shown.reduce((sum, row) => sum + sumOf(row, series), 0))}
            />
          </div>
        )}
      </dl>
      {opens && (
        <p className="mt-1.5 border-t border-line pt-1.5 text-muted">
          {shown.length > 1
            ? `${endings[active.by]} to choose them`
            : `${verbs[active.by]} ${opens}`}
        </p>
      )}
    </div>
  )
}

const Line = (props: { name: string; value: string; children?: ReactNode }) => (
  <div className="flex justify-between gap-4 leading-5">
    <dt className="flex items-center gap-1.5 text-muted">
      {props.children}
      {props.name}
    </dt>
    <dd className="font-medium whitespace-nowrap tabular-nums">{props.value}</dd>
  </div>
)

/** Beside the column, never over it, on the side that has more room. */
function placeOf(layout: PlotLayout, active: ActiveColumn) {
  const [first, last] = stretchOf(active)
  const gap = 8
  const left = layout.left + first * layout.step
  const right = layout.width - layout.left - (last + 1) * layout.step
  return left > right + layout.left
    ? { right: rem(layout.width - left + gap) }
    : { left: rem(layout.width - right + gap) }
}
