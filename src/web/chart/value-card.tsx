import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { rem } from '#web/ui/text-scale.ts'
import { formatOf, isGap, type PlotProps, presentSeries, sumOf } from './axis-data.ts'
import { SeriesSwatch } from './series-fill.tsx'
import { ActiveColumnContext, stretchOf } from './use-active-column.ts'
import { type PlotScales, usePlotScales } from './plot-scales.tsx'

const verbs = { mouse: 'Click opens', keys: 'Enter opens', touch: 'Tap again for' } as const
const endings = { mouse: 'Release', keys: 'Enter', touch: 'Lift' } as const

/** All values of the column that is looked at, or of the stretch, beside it, and what opens them. */
export function ValueCard(props: PlotProps & { frame: HTMLElement | null }) {
  const { rows, series, details = [], unit, opens, frame } = props
  const active = useContext(ActiveColumnContext)
  const scales = usePlotScales()
  const format = formatOf(props)
  if (!active || !scales || !frame) return null
  const [from, to] = stretchOf(active)
  const shown = rows.slice(from, to + 1)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const valueOf = (field: string) => {
    const known = shown.flatMap(({ values }) => values[field] ?? [])
    if (known.length === 0) return props.gap ?? '–'
    return format(known.reduce((sum, value) => sum + value, 0))
  }
  const isKnown = shown.some((row) => !isGap(row, series))
  const names = isKnown ? presentSeries(rows, series).toReversed() : []
  return createPortal(
    <div
      aria-hidden="true"
      className="chart-card pointer-events-none absolute top-5 z-10 max-w-64 min-w-38 rounded-card bg-raised px-3 py-2.5 text-meta wrap-anywhere shadow-float"
      style={besides(scales, from, to)}
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
        <p className="mt-2 border-t border-line pt-2 text-muted">
          {shown.length > 1
            ? `${endings[active.by]} to choose them`
            : `${verbs[active.by]} ${opens}`}
        </p>
      )}
    </div>,
    frame,
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

/** Beside the columns, never over them, on the side that has more room. */
function besides(scales: PlotScales, first: number, last: number) {
  const gap = 8
  const { left, right } = scales.boundsOf(first, last)
  return left - scales.left > scales.right - right
    ? { right: rem(scales.right - left + gap) }
    : { left: rem(right + gap) }
}
