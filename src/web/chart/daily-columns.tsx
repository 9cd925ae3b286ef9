import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { type ReactNode, Fragment } from 'react'
import { type FillVerdict, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { dayOf } from '#web/ui/time-text.ts'

/** One part of every column. */
export interface ColumnSeries {
  field: string
  /** Null fills it without a verdict. */
  verdict: FillVerdict | null
}

/** A UTC day and its counts, by the fields of the series. */
export type ColumnDay = { day: number } & Record<string, number>

/** Below this width of a column's place, its total has no room. */
const roomForTotals = 18
const roomForDay = 44
const widestColumn = 24
/** Pixels beside and below the columns, for what the axes say. */
const axis = { left: 28, bottom: 20 }

/** Columns a day, parts by verdict from the ground up; each part is a mark that leads somewhere. */
export function DailyColumns(props: {
  label: string
  days: readonly ColumnDay[]
  series: readonly ColumnSeries[]
  width: number
  height: number
  /** Unix seconds; days of its year are written without the year. */
  now: number
  /** The link around one part of a column; the last one is where the keyboard enters. */
  renderMark: (mark: {
    day: number
    field: string
    isEntry: boolean
    children: ReactNode
  }) => ReactNode
}) {
  const { days, series, width, height, now, renderMark } = props
  const { fills, definitions } = useVerdictFills()
  const totals = days.map((row) => series.reduce((sum, { field }) => sum + (row[field] ?? 0), 0))
  const lastDay = days[totals.findLastIndex((total) => total > 0)]
  const lastField = series.findLast(({ field }) => (lastDay?.[field] ?? 0) > 0)?.field
  const parts = stack<unknown, ColumnDay, string>()
    .keys(series.map(({ field }) => field))
    .value((row, field) => row[field] ?? 0)(days)
  const x = scaleBand<number>()
    .domain(days.map(({ day }) => day))
    .range([axis.left, width])
    .padding(0.25)
  const hasTotals = x.step() >= roomForTotals
  const y = scaleLinear()
    .domain([0, Math.max(1, ...totals)])
    .nice(2)
    .range([height - axis.bottom, hasTotals ? 16 : 6])
  const breadth = Math.min(x.bandwidth(), widestColumn)
  const middleOf = (day: number) => (x(day) ?? 0) + x.bandwidth() / 2
  const apart = 7 * Math.ceil(roomForDay / (7 * x.step()))
  return (
    <div role="group" aria-label={props.label} className="text-mini max-md:pointer-events-none">
      <svg width={width} height={height} className="block">
        {definitions}
        <g aria-hidden="true" className="fill-muted" dominantBaseline="central">
          {y.ticks(2).map((count) => (
            <g key={count} transform={`translate(0 ${y(count)})`}>
              <line
                x1={axis.left}
                x2={width}
                stroke={count === 0 ? 'var(--line-strong)' : 'var(--line)'}
                strokeDasharray={count === 0 ? undefined : '2 3'}
              />
              {Number.isInteger(count) && (
                <text x={axis.left - 8} textAnchor="end">
                  {count}
                </text>
              )}
            </g>
          ))}
          {days.map(({ day }, index) => (
            <g key={day} transform={`translate(${middleOf(day)} 0)`} textAnchor="middle">
              {index % apart === 0 && (
                // The last one may not run over the edge.
                <text x={Math.min(0, width - roomForDay / 2 - middleOf(day))} y={height - 8}>
                  {dayOf(day, now)}
                </text>
              )}
              {hasTotals && totals[index] !== 0 && (
                <text y={y(totals[index] ?? 0) - 8}>{totals[index]}</text>
              )}
            </g>
          ))}
        </g>
        {parts.map((part, level) =>
          part.map(([from, to], index) => {
            const row = days[index]
            if (!row || to === from) return null
            // A hairline, cut from the upper part, tells it from the lower.
            const tall = y(from) - y(to)
            const cut = level > 0 && tall > 2 ? 1 : 0
            const verdict = series[level]?.verdict
            return (
              <Fragment key={row.day}>
                {renderMark({
                  day: row.day,
                  field: part.key,
                  isEntry: row === lastDay && part.key === lastField,
                  children: (
                    <rect
                      x={middleOf(row.day) - breadth / 2}
                      y={y(to)}
                      width={breadth}
                      height={tall - cut}
                      fill={verdict ? fills[verdict] : 'var(--unknown-fill)'}
                    />
                  ),
                })}
              </Fragment>
            )
          }),
        )}
      </svg>
    </div>
  )
}
