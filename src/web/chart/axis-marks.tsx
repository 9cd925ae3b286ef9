import { type ChartRow, formatOf, type PlotProps, sumOf } from './axis-data.ts'
import { gapsOf, type PlotLayout } from './plot-layout.ts'

/** What is counted, over the axis. */
export const Caption = (props: { text: string }) => (
  <text x="0" y="11" className="fill-muted">
    {props.text}
  </text>
)

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

/** A point of a line: the last one says its value, one without neighbours would not be seen. */
export function ValueDot(props: { index?: number; chart: PlotProps; plot: PlotLayout }) {
  const { index = 0, chart, plot } = props
  const { rows, series } = chart
  const field = series[0]?.field ?? ''
  const valueAt = (place: number) => rows[place]?.values[field] ?? null
  const value = valueAt(index)
  const isLast = index === rows.findLastIndex((row) => row.values[field] != null)
  if (value === null) return null
  const isAlone = valueAt(index - 1) === null && valueAt(index + 1) === null
  if (!isLast && !isAlone) return null
  const [x, y] = [plot.xOf(index), plot.yOf(value)]
  const text = formatOf(chart)(value)
  // The label lies over the end of the line, above its highest point there.
  const covered = Math.ceil((text.length * 7) / plot.step)
  const ends = rows.slice(Math.max(0, index - covered)).map((row) => row.values[field] ?? 0)
  return (
    <g>
      <circle cx={x} cy={y} r={isLast ? 3.5 : 1.5} className="fill-text" />
      {isLast && (
        <text
          x={Math.min(x + 4, plot.width)}
          y={plot.yOf(Math.max(...ends)) - 8}
          textAnchor="end"
          className="chart-label"
        >
          {text}
        </text>
      )}
    </g>
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

/** Rows without a value, dotted: they are not known, and no line bridges them. */
export function Gaps(props: {
  rows: readonly ChartRow[]
  field: string | undefined
  layout: PlotLayout
  words: string
  fill: string
}) {
  const { rows, field = '', layout, words } = props
  const { top, bottom } = layout
  return gapsOf(rows, field).map(({ first, last }) => {
    const width = (last - first + 1) * layout.step
    const x = layout.left + first * layout.step
    const middle = x + width / 2
    const isNarrow = width < words.length * 6 + 8
    return (
      <g key={first}>
        <rect x={x} y={top} width={width} height={bottom - top} fill={props.fill} />
        {width > 14 && (
          <text
            transform={`translate(${isNarrow ? middle + 4 : middle} ${bottom - 8})${isNarrow ? ' rotate(-90)' : ''}`}
            textAnchor={isNarrow ? 'start' : 'middle'}
            className="chart-label"
          >
            {words}
          </text>
        )}
      </g>
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

/** The sign of a cut axis: a zigzag under its lowest number. */
export function Break(props: { layout: PlotLayout }) {
  const { left, yOf, ticks } = props.layout
  return (
    <path
      data-mark="cut"
      d={`M${left - 3.5} ${yOf(ticks[0] ?? 0) - 10}v12l-4 3 8 5-4 3v6`}
      fill="none"
      className="stroke-text"
    />
  )
}
