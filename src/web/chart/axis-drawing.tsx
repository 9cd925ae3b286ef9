import { memo } from 'react'
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
import { Caption, Gaps, LevelLabels, Markers, RowTick, ValueLabels } from './axis-marks.tsx'
import { type ChartRow, formatOf, type PlotProps } from './axis-data.ts'
import { layoutOf, type PlotLayout } from './plot-layout.ts'
import { useSeriesFills } from './series-fill.tsx'

/** Scales, axes and marks. Whoever cannot see them reads the columns' names or the table. */
export const AxisDrawing = memo(function AxisDrawing(
  props: PlotProps & { width: number; height: number },
) {
  const { kind = 'columns', rows, series, levels = [], width, height } = props
  const { fillOf, definitions } = useSeriesFills()
  const layout = layoutOf(props, width, height)
  const labels = new Map(layout.labelled.map(({ key, label }) => [key, label]))
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
      style={{ zoom: textScale() }}
    >
      <ComposedChart
        width={width}
        height={height}
        data={[...rows]}
        accessibilityLayer={false}
        margin={{ top: layout.top, right: 0, bottom: 0, left: 0 }}
      >
        {definitions}
        <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
        <YAxis
          width={layout.left}
          domain={[0, layout.ticks.at(-1) ?? 1]}
          ticks={[...layout.ticks]}
          tickFormatter={formatOf(props)}
          interval={0}
          axisLine={false}
          tickLine={false}
          tickMargin={8}
          tick={{ fill: 'var(--muted)' }}
        />
        <XAxis
          dataKey="key"
          scale="band"
          height={height - layout.bottom}
          ticks={[...labels.keys()]}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: 'var(--control-border)' }}
          tick={<RowTick plot={layout} labels={labels} />}
        />
        {series.map(({ field, fill }, index) => (
          <Bar
            key={field}
            // What lies lower is drawn over the next part: a sliver of trouble stays visible.
            zIndex={DefaultZIndexes.bar + series.length - index}
            dataKey={(row: ChartRow) => row.values[field] ?? 0}
            stackId="all"
            fill={fillOf(fill)}
            shape={<Part plot={layout} />}
            isAnimationActive={false}
          />
        ))}
        {levels.map(({ value, label }) => (
          <ReferenceLine key={label} y={value} stroke="var(--text)" strokeDasharray="5 3" />
        ))}
        <ZIndexLayer zIndex={DefaultZIndexes.label}>
          <Caption text={props.unit.caption} />
          <LevelLabels levels={levels} width={width} />
          {kind === 'columns' && <ValueLabels {...props} layout={layout} />}
          <Markers markers={props.markers ?? []} layout={layout} />
          {kind === 'shares' && <Gaps {...props} layout={layout} />}
        </ZIndexLayer>
      </ComposedChart>
    </div>
  )
})

const thinnestPart = 2

/** One part of a column; the hairline around it tells it from the next. */
function Part(props: Partial<BarShapeProps> & { plot: PlotLayout }) {
  const { index = 0, y = 0, height = 0, fill } = props
  if (height <= 0) return null
  const { barSize, step, xOf } = props.plot
  const shown = Math.max(height, thinnestPart)
  return (
    <rect
      // Parts that touch need no edge, on paper neither.
      className={barSize < step ? 'chart-part stroke-bg' : ''}
      x={xOf(index) - barSize / 2}
      y={y + height - shown}
      width={barSize}
      height={shown}
      fill={fill}
      strokeWidth={barSize > 4 && shown > thinnestPart ? 1 : 0}
    />
  )
}
