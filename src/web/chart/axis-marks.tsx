import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { type ChartMarker, formatOf, gapsOf, type PlotProps, sumOf } from './axis-data.ts'
import { ActiveColumnContext, stretchOf } from './use-active-column.ts'
import { type PlotScales, usePlotScales } from './plot-scales.tsx'

/** The ground behind the column that is looked at, or behind those that are being chosen. */
export function ColumnGround() {
  const active = useContext(ActiveColumnContext)
  const scales = usePlotScales()
  if (!active || !scales) return null
  const [first, last] = stretchOf(active)
  const { left, width } = scales.boundsOf(first, last)
  return (
    <rect
      data-chosen={first !== last || undefined}
      className="chart-cursor"
      x={left}
      y={scales.top}
      width={width}
      height={scales.bottom - scales.top}
    />
  )
}

/** Labels of horizontal lines, above the plot: beside its line one runs into those of columns. */
export function LevelLabels(props: { levels: readonly { label: string }[]; width: number }) {
  if (props.levels.length === 0) return null
  const text = props.levels.map(({ label }) => label).join(', ')
  return (
    <text x={props.width} y="11" textAnchor="end" className="chart-label">
      {`- - ${text}`}
    </text>
  )
}

/** A label below a row; the outer ones end with the plot, so that nothing leaves the card. */
export function RowTick(props: {
  x?: number | string
  y?: number | string
  payload?: { value: number }
  labels: ReadonlyMap<number, string>
}) {
  const scales = usePlotScales()
  const text = props.labels.get(props.payload?.value ?? 0) ?? ''
  const middle = Number(props.x)
  const half = (text.length * 6) / 2
  const { left = 0, right = 0 } = scales ?? {}
  const isFirst = middle - half < left
  const isLast = middle + half > right
  return (
    <text
      aria-hidden="true"
      x={isFirst ? left : isLast ? right : middle}
      y={Number(props.y) + 12}
      textAnchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
      className="fill-muted"
    >
      {text}
    </text>
  )
}

/** Sums over columns: over all where they are few, else over the newest, and over what it meets. */
export function ValueLabels(props: PlotProps) {
  const { rows, series, markers = [] } = props
  const format = formatOf(props)
  const scales = usePlotScales()
  if (!scales) return null
  const isRoomy = rows.length <= 14 && scales.boundsOf(0).width >= 28
  return rows.map((row, index) => {
    const sum = sumOf(row, series)
    const text = format(sum)
    const bounds = scales.boundsOf(index)
    const half = (text.length * 7) / 2
    const isCrossed = markers.some(({ at }) => Math.abs(at - index) * bounds.width < half + 4)
    if (sum === 0 || isCrossed || (!isRoomy && index < rows.length - 1)) return null
    const x = Math.min(bounds.left + bounds.width / 2, scales.right - half)
    const met = rows.filter((_, other) => {
      const { left, width } = scales.boundsOf(other)
      return left < x + half && left + width > x - half
    })
    return (
      <text
        key={row.key}
        x={x}
        y={scales.yOf(Math.max(...met.map((it) => sumOf(it, series)))) - 5}
        textAnchor="middle"
        className="chart-label"
      >
        {text}
      </text>
    )
  })
}

/** Where nothing is known of rows: said where there is room, and below the drawing everywhere. */
export function Gaps({ rows, series, gap: label = '' }: PlotProps) {
  const scales = usePlotScales()
  return gapsOf(rows, series).map(({ first, last }) => {
    const { left, width } = scales?.boundsOf(first, last) ?? { left: 0, width: 0 }
    const middle = left + width / 2
    const isNarrow = width < label.length * 6 + 8
    if (!scales || width <= 14) return null
    return (
      <text
        key={first}
        transform={`translate(${isNarrow ? middle + 4 : middle} ${scales.bottom - 8})${isNarrow ? ' rotate(-90)' : ''}`}
        textAnchor={isNarrow ? 'start' : 'middle'}
        className="chart-label"
      >
        {label}
      </text>
    )
  })
}

/**
 * Where lines stand, from left to right. A label goes to the side where it meets neither the next
 * line nor the edge; of two that would meet, the one that no line crosses goes one line down.
 */
function layOutMarkers(markers: readonly ChartMarker[], scales: PlotScales) {
  const placed = markers.map((marker) => {
    const nearest = scales.boundsOf(Math.round(marker.at))
    const x = nearest.left + (marker.at - Math.round(marker.at) + 0.5) * nearest.width
    return { ...marker, x, width: marker.label.length * 6 + 10, flips: false, isLow: false }
  })
  let free = 0
  for (const [index, marker] of placed.entries()) {
    const { x, width } = marker
    const isCrossed = x + width > (placed[index + 1]?.x ?? scales.right)
    marker.flips = x + width > scales.right || (isCrossed && x - width >= free)
    const isOver = (marker.flips ? x - width : x) < free
    const low = marker.flips ? placed[index - 1] : marker
    if (isOver && low) low.isLow = true
    free = marker.flips ? x : x + width
  }
  return placed
}

/** Lines at a position of the axis, whose labels may lead on. */
export function Markers({ markers = [] }: Pick<PlotProps, 'markers'>) {
  const scales = usePlotScales()
  if (!scales) return null
  return layOutMarkers(markers, scales).map(({ at, label, link, x, flips, isLow }) => {
    const top = scales.top - (isLow ? 30 : 44)
    const text = (
      <text
        x={flips ? x - 6 : x + 6}
        y={top + 8}
        textAnchor={flips ? 'end' : 'start'}
        className="chart-label"
      >
        {label}
      </text>
    )
    return (
      <g key={at} className="chart-marker">
        <path d={`M${x} ${top}V${scales.bottom}`} className="stroke-text" />
        {link ? <Link {...link}>{text}</Link> : text}
      </g>
    )
  })
}
