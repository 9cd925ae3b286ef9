import { Link } from '@tanstack/react-router'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { type PlotProps, sumOf } from './axis-data.ts'
import { usePlotScales } from './plot-scales.tsx'

/** The window that the page is about: what is beyond is pale, its edges are lines. */
export function ChosenWindow({ window }: Pick<PlotProps, 'window'>) {
  const scales = usePlotScales()
  if (!window || !scales) return null
  const { left, right } = scales.placeOf(window.first, window.last)
  const beyond = [
    { x: scales.left, width: left - scales.left },
    { x: right, width: scales.right - right },
  ]
  return (
    <g aria-hidden="true" className="pointer-events-none">
      {beyond.map(
        ({ x, width }) =>
          width > 0 && (
            <rect
              key={x}
              data-pale
              x={x}
              y={scales.top}
              width={width}
              height={scales.bottom - scales.top - 1}
              fill="var(--bg)"
              fillOpacity="0.6"
            />
          ),
      )}
      <path
        d={`M${left} ${scales.top}V${scales.bottom}M${right} ${scales.top}V${scales.bottom}`}
        stroke="var(--accent)"
      />
    </g>
  )
}

/** Pixels of a mark; no wider than its column where that has room for less. */
const [least, most] = [10, 14]

/** Verdicts above their columns. */
export function ColumnMarks({ marks = [], rows, series }: PlotProps) {
  const scales = usePlotScales()
  if (!scales) return null
  return marks.map(({ at, verdict, title, link }) => {
    const row = rows[at]
    if (!row) return null
    const { left, width } = scales.placeOf(at)
    const size = Math.max(least, Math.min(most, width))
    const top = scales.yOf(sumOf(row, series)) - size - 3
    return (
      // By keys the column itself leads on, and the page tells of flips in words.
      <Link key={at} {...link} aria-label={title} data-column={at} tabIndex={-1}>
        <title>{title}</title>
        <svg
          x={left + (width - size) / 2}
          y={Math.max(scales.top - size, top)}
          width={size}
          height={size}
          viewBox={`0 0 ${most} ${most}`}
        >
          <circle cx="50%" cy="50%" r="50%" fill="var(--bg)" />
          <VerdictMark verdict={verdict} silent />
        </svg>
      </Link>
    )
  })
}
