import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, LabelList, XAxis, YAxis } from 'recharts'
import { dayOf } from '../ui/time-text.ts'
import { type FillVerdict, useVerdictFills } from './verdict-fill.tsx'

/** One part of every column. */
export interface ColumnSeries {
  field: string
  /** Null fills it without a verdict. */
  verdict: FillVerdict | null
}

/** A UTC day and its counts, by the fields of the series. */
export type ColumnDay = { day: number } & Record<string, number>

interface Place {
  x: number
  y: number
  width: number
  height: number
}

const weekSeconds = 7 * 86_400
/** Below this width of a column's place, its total has no room. */
const roomForTotals = 18

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
  const rows = days.map((row): ColumnDay & { total: number } => ({
    ...row,
    total: series.reduce((sum, { field }) => sum + (row[field] ?? 0), 0),
  }))
  const lastDay = rows.findLast((row) => row.total > 0)
  const lastField = series.findLast(({ field }) => (lastDay?.[field] ?? 0) > 0)?.field
  const first = days[0]?.day ?? 0
  const ticks = days.flatMap(({ day }) => ((day - first) % weekSeconds === 0 ? [day] : []))
  const hasTotals = (width - 32) / days.length >= roomForTotals
  const inner = { top: hasTotals ? 16 : 6, right: 0, bottom: 0, left: 0 }
  return (
    <div role="group" aria-label={props.label} className="text-mini max-md:pointer-events-none">
      <BarChart
        width={width}
        height={height}
        data={rows}
        margin={inner}
        barCategoryGap="25%"
        accessibilityLayer={false}
      >
        {definitions}
        <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="2 3" />
        <XAxis
          dataKey="day"
          ticks={ticks}
          tickFormatter={(day: number) => dayOf(day, now)}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          tick={{ fill: 'var(--muted)' }}
          height={20}
          interval="preserveStart"
        />
        <YAxis
          allowDecimals={false}
          tickCount={3}
          width={28}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--muted)' }}
        />
        {series.map(({ field, verdict }, index) => (
          <Bar
            key={field}
            dataKey={field}
            stackId="day"
            maxBarSize={24}
            isAnimationActive={false}
            // oxlint-disable-next-line react/no-unstable-nested-components -- called, not rendered
            shape={markShape(index > 0, (day, rect) =>
              renderMark({
                day,
                field,
                isEntry: day === lastDay?.day && field === lastField,
                children: (
                  <rect {...rect} fill={verdict ? fills[verdict] : 'var(--unknown-fill)'} />
                ),
              }),
            )}
          >
            {hasTotals && index === series.length - 1 && (
              <LabelList
                dataKey="total"
                position="top"
                fill="var(--muted)"
                formatter={(total) => (total === 0 ? '' : String(total))}
              />
            )}
          </Bar>
        ))}
      </BarChart>
    </div>
  )
}

/** Draws a part through `draw`; a hairline, cut from the upper part, tells it from the lower. */
function markShape(isUpper: boolean, draw: (day: number, rect: Place) => ReactNode) {
  return (drawn: unknown) => {
    const { x, y, width, height, payload } = drawn as Place & { payload: ColumnDay }
    if (!(height > 0)) return <g />
    const cut = isUpper && height > 2 ? 1 : 0
    return <>{draw(payload.day, { x, y, width, height: height - cut })}</>
  }
}
