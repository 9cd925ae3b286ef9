import { clsx } from 'clsx'
import { memo, useContext } from 'react'
import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  ReferenceLine,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts'
import { textScale } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { type ChartRow, formatOf, type PlotProps } from './axis-data.ts'
import { ChosenWindow, ColumnMarks } from './axis-window.tsx'
import { ColumnGround, Gaps, LevelLabels, Markers, RowTick, ValueLabels } from './axis-marks.tsx'
import { ColumnLinks } from './column-links.tsx'
import { useSeriesFills } from './series-fill.tsx'
import { ActiveColumnContext } from './use-active-column.ts'
import { PlotScalesOf, rowLabels, usePlotScales, valueLabels } from './plot-scales.tsx'
import { ValueCard } from './value-card.tsx'

/** Pixels above the columns for the caption and for labels of markers, and below for labels of rows. */
const space = { caption: 28, markers: 32, rows: 22 } as const

/**
 * Scales, axes and marks by the library; what reads them, such as links over columns, stands within.
 * Whoever cannot see marks reads the columns' names or the table.
 */
export const AxisDrawing = memo(function AxisDrawing(
  props: PlotProps & {
    width: number
    height: number
    /** Holds the card beside a column. */
    frame: HTMLElement | null
  },
) {
  const { kind = 'columns', rows, series, levels = [], markers = [], width, height } = props
  const { fillOf, definitions } = useSeriesFills()
  const isPrinted = useMediaQuery('print')
  const values = valueLabels(props)
  const step = (width - values.width) / rows.length
  const labels = rowLabels(rows, step, props.window)
  return (
    <div style={{ zoom: textScale() }}>
      <ComposedChart
        width={width}
        height={height}
        data={[...rows]}
        accessibilityLayer={false}
        margin={{
          top: space.caption + (markers.length > 0 ? space.markers : 0),
          right: 0,
          bottom: 0,
          left: 0,
        }}
        barCategoryGap={kind === 'shares' ? 0 : step > 14 ? '14%' : '8%'}
        maxBarSize={28}
      >
        {definitions}
        <PlotScalesOf rows={rows}>
          <ZIndexLayer zIndex={DefaultZIndexes.grid - 1}>
            <ColumnGround />
          </ZIndexLayer>
          <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
          <YAxis
            width={values.width}
            domain={[0, values.ticks.at(-1) ?? 1]}
            ticks={[...values.ticks]}
            tickFormatter={formatOf(props)}
            interval={0}
            axisLine={false}
            tickLine={false}
            tickMargin={8}
            tick={{ fill: 'var(--muted)', 'aria-hidden': true }}
          />
          <XAxis
            dataKey="key"
            scale="band"
            height={space.rows}
            ticks={[...labels.keys()]}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--control-border)' }}
            tick={<RowTick labels={labels} />}
          />
          {series.map(({ field, fill }, index) => (
            <Bar
              key={field}
              // Lower parts are drawn over the next: a sliver of trouble stays visible.
              zIndex={DefaultZIndexes.bar + series.length - index}
              dataKey={(row: ChartRow) => row.values[field] ?? 0}
              stackId="all"
              fill={fillOf(fill)}
              shape={<Part field={field} touches={kind === 'shares'} />}
              isAnimationActive={false}
            />
          ))}
          {levels.map(({ value, label }) => (
            <ReferenceLine key={label} y={value} stroke="var(--text)" strokeDasharray="5 3" />
          ))}
          <ZIndexLayer zIndex={DefaultZIndexes.label}>
            <ChosenWindow {...props} />
            <g aria-hidden="true">
              <text x="0" y="11" className="fill-muted">
                {props.unit.caption}
              </text>
              <LevelLabels levels={levels} width={width} />
              {kind === 'columns' ? <ValueLabels {...props} /> : <Gaps {...props} />}
            </g>
          </ZIndexLayer>
          <ZIndexLayer zIndex={DefaultZIndexes.label + 1}>
            {/* Else the library follows the mouse as well, and draws all parts again. */}
            <g onMouseMove={(event) => event.stopPropagation()}>
              {!isPrinted && <ColumnLinks {...props} />}
            </g>
            <Markers markers={markers} />
            <ColumnMarks {...props} />
          </ZIndexLayer>
          {!isPrinted && <ValueCard {...props} />}
        </PlotScalesOf>
      </ComposedChart>
    </div>
  )
})

const thinnestPart = 2

/** One part of a column; the hairline around it tells it from the next. */
function Part(
  props: Partial<BarShapeProps> & {
    field: string
    /** Columns that touch need no edge, on paper neither. */
    touches: boolean
  },
) {
  const { field, touches, index = 0, y = 0, height = 0, fill } = props
  const active = useContext(ActiveColumnContext)
  const scales = usePlotScales()
  if (height <= 0 || !scales) return null
  const isActive =
    active?.index === index && (active.by !== 'keys' || (active.field ?? field) === field)
  const shown = Math.max(height, thinnestPart)
  // The library rounds columns to whole pixels: those that touch would have gaps.
  const { left, width } = touches
    ? scales.boundsOf(index)
    : { left: props.x ?? 0, width: props.width ?? 0 }
  return (
    <rect
      data-field={field}
      className={clsx(!touches && 'chart-part stroke-bg', isActive && 'chart-active')}
      x={left}
      y={y + height - shown}
      width={width}
      height={shown}
      fill={fill}
      strokeWidth={!touches && width > 4 && shown > thinnestPart ? 1 : 0}
    />
  )
}
