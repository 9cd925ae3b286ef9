import { formatOf, type PlotProps, sumOf } from './axis-data.ts'
import { gapsOf, type PlotLayout } from './plot-layout.ts'

/** What is counted, over the axis. */
export const Caption = (props: { text: string }) => (
  <text x="0" y="11" className="fill-muted">
    {props.text}
  </text>
)

/** What horizontal lines mean, above the plot: beside its line a label runs into those of columns. */
export function LevelLabels(props: { levels: readonly { label: string }[]; width: number }) {
  if (props.levels.length === 0) return null
  const words = props.levels.map(({ label }) => label).join(', ')
  return (
    <text x={props.width} y="11" textAnchor="end" className="chart-label">
      {`- - ${words}`}
    </text>
  )
}

/** A label below a row; the outer ones end with the plot, so that nothing leaves the card. */
export function RowTick(props: {
  x?: number | string
  y?: number | string
  payload?: { value: number }
  plot: PlotLayout
  labels: ReadonlyMap<number, string>
}) {
  const { plot, payload, labels } = props
  const text = labels.get(payload?.value ?? 0) ?? ''
  const middle = Number(props.x)
  const half = (text.length * 6) / 2
  const isFirst = middle - half < plot.left
  const isLast = middle + half > plot.width
  return (
    <text
      x={isFirst ? plot.left : isLast ? plot.width : middle}
      y={Number(props.y) + 12}
      textAnchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
      className="fill-muted"
    >
      {text}
    </text>
  )
}

/** Sums over columns: over all where they are few, else over the newest. */
export function ValueLabels(props: PlotProps & { layout: PlotLayout }) {
  const { rows, series, markers = [], layout } = props
  const format = formatOf(props)
  const isRoomy = rows.length <= 14 && layout.step >= 28
  return rows.map((row, index) => {
    const sum = sumOf(row, series)
    const isCrossed = markers.some(({ at }) => Math.abs(at - index) < 0.4)
    if (sum === 0 || isCrossed || (!isRoomy && index < rows.length - 1)) return null
    const text = format(sum)
    const middle = Math.min(layout.xOf(index), layout.width - (text.length * 7) / 2)
    return (
      <text
        key={row.key}
        x={middle}
        y={layout.yOf(sum) - 5}
        textAnchor="middle"
        className="chart-label"
      >
        {text}
      </text>
    )
  })
}

/** Where nothing is known of rows: said where there is room, and below the drawing everywhere. */
export function Gaps(props: PlotProps & { layout: PlotLayout }) {
  const { rows, series, layout, gap: words = '' } = props
  return gapsOf(rows, series).map(({ first, last }) => {
    const width = (last - first + 1) * layout.step
    const middle = layout.left + first * layout.step + width / 2
    const isNarrow = width < words.length * 6 + 8
    if (width <= 14) return null
    return (
      <text
        key={first}
        transform={`translate(${isNarrow ? middle + 4 : middle} ${layout.bottom - 8})${isNarrow ? ' rotate(-90)' : ''}`}
        textAnchor={isNarrow ? 'start' : 'middle'}
        className="chart-label"
      >
        {words}
      </text>
    )
  })
}

/** Lines at a place of the axis; a label that would run over its neighbour goes one line down. */
export function Markers(props: { markers: NonNullable<PlotProps['markers']>; layout: PlotLayout }) {
  const { markers, layout } = props
  let free = 0
  return markers.map(({ at, label }) => {
    const x = layout.xOf(at)
    const width = label.length * 6 + 10
    const flips = x + width > layout.width
    const isLow = (flips ? x - width : x) < free
    free = flips ? x : x + width
    return (
      <g key={label}>
        <path
          d={`M${x} ${layout.top - 28 + (isLow ? 12 : 0)}V${layout.bottom}`}
          className="stroke-text"
        />
        <text
          x={flips ? x - 6 : x + 6}
          y={layout.top - 20 + (isLow ? 12 : 0)}
          textAnchor={flips ? 'end' : 'start'}
          className="chart-label"
        >
          {label}
        </text>
      </g>
    )
  })
}
