import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '#web/ui/announcer.tsx'
import { rem, textScale } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { defaultHeight, partsOf, type PlotProps, wordsOf } from './axis-data.ts'
import { AxisDrawing } from './axis-drawing.tsx'
import './chart.css'
import { ColumnLinks } from './column-links.tsx'
import { layoutOf, type PlotLayout } from './plot-layout.ts'
import { type ActiveColumn, stretchOf, useActiveColumn } from './use-active-column.ts'
import { useElementWidth } from './use-element-width.ts'
import { ValueCard } from './value-card.tsx'

/**
 * A drawing with axes that answers mouse, finger and keys. It is one tab stop that enters at the
 * newest row; every column is a link over its whole height.
 */
export default function AxisPlot(props: PlotProps) {
  const [attach, width] = useElementWidth()
  const { height = defaultHeight } = props
  return (
    <div ref={attach} className="chart-frame mx-4 mb-3" style={{ height: rem(height) }}>
      {width > 0 && <Plot {...props} width={width} height={height} />}
    </div>
  )
}

function Plot(props: PlotProps & { width: number; height: number }) {
  const { question, rows, series, width, height, stretchLinkOf, linkOf, opens } = props
  const router = useRouter()
  const frame = useRef<HTMLDivElement>(null)
  const isPrinted = useMediaQuery('print')
  const layout = layoutOf(props, width, height)
  const { active, handlers, onFocus } = useActiveColumn({
    frame,
    count: rows.length,
    placeAt: ({ clientX, clientY }) => {
      const box = frame.current?.getBoundingClientRect()
      const scale = textScale()
      const index = Math.floor(((clientX - (box?.left ?? 0)) / scale - layout.left) / layout.step)
      const row = rows[index]
      if (!row) return null
      const y = (clientY - (box?.top ?? 0)) / scale
      const part = partsOf(row, series).find(
        ({ from, to }) => y >= layout.yOf(to) && y <= layout.yOf(from),
      )
      return { index, field: part?.field }
    },
    fieldsOf: (index) => {
      const row = rows[index]
      return row && linkOf ? partsOf(row, series).map(({ field }) => field) : []
    },
    onPart: (index, field) => {
      const row = rows[index]
      const shown = field === undefined ? series : series.filter((one) => one.field === field)
      if (row) confirm(wordsOf(row, { ...props, series: shown }))
    },
    ...(stretchLinkOf && {
      onChoose: (from: number, to: number) => {
        const [first, last] = [rows[from], rows[to]]
        if (first && last)
          void router.navigate({ ...stretchLinkOf(first, last), resetScroll: false })
      },
    }),
  })
  const ways = [
    'Arrow keys move',
    linkOf && series.length > 1 && 'up and down choose a part',
    linkOf && `Enter opens ${opens}`,
    stretchLinkOf && 'Shift and arrows choose several',
  ]
  const [first, last] = active ? stretchOf(active) : [0, 0]
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`${question} ${ways.filter(Boolean).join(', ')}.`}
      className="chart-plot relative h-full touch-pan-y select-none"
      {...handlers}
    >
      {active && <ColumnGround layout={layout} active={active} />}
      <AxisDrawing {...props} />
      {!isPrinted && (
        <svg
          className="absolute inset-0 size-full overflow-visible print:hidden"
          style={{ zoom: textScale() }}
        >
          <ColumnLinks
            {...props}
            layout={layout}
            active={active}
            stop={active?.by === 'keys' ? active.index : rows.length - 1}
            onFocus={onFocus}
          />
          {active && <ActiveParts {...props} layout={layout} active={active} />}
        </svg>
      )}
      {active && !isPrinted && (
        <ValueCard {...props} layout={layout} active={active} shown={rows.slice(first, last + 1)} />
      )}
    </div>
  )
}

/** The ground behind the column that is looked at, or behind those that are being chosen. */
export function ColumnGround(props: { layout: PlotLayout; active: ActiveColumn }) {
  const { left, step, top, bottom } = props.layout
  const [first, last] = stretchOf(props.active)
  return (
    <div
      data-chosen={first !== last || undefined}
      className="chart-cursor absolute bg-hover data-chosen:bg-accent-tint"
      style={{
        left: rem(left + first * step),
        width: rem((last - first + 1) * step),
        top: rem(top),
        height: rem(bottom - top),
      }}
    />
  )
}

/** The marks of the column that is looked at, outlined. */
export function ActiveParts(props: PlotProps & { layout: PlotLayout; active: ActiveColumn }) {
  const { rows, series, layout, active } = props
  const row = rows[active.index]
  if (!row) return null
  const middle = layout.xOf(active.index)
  const parts = partsOf(row, series)
  const chosen = active.by === 'keys' && active.field
  return (chosen ? parts.filter(({ field }) => field === chosen) : parts).map(
    ({ field, from, to }) => (
      <rect
        key={field}
        className="chart-active pointer-events-none fill-transparent stroke-text stroke-[1.5]"
        x={middle - layout.barSize / 2}
        y={layout.yOf(to)}
        width={layout.barSize}
        height={layout.yOf(from) - layout.yOf(to)}
      />
    ),
  )
}
