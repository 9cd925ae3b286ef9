import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '#web/ui/announcer.tsx'
import { rem, textScale } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { defaultHeight, partsOf, type PlotProps, wordsOf } from './axis-data.ts'
import { AxisDrawing } from './axis-drawing.tsx'
import { ActiveParts, ColumnGround } from './active-column.tsx'
import { ColumnLinks } from './column-links.tsx'
import { useElementWidth } from './use-element-width.ts'
import { layoutOf } from './plot-layout.ts'
import { stretchOf, useActiveColumn } from './use-active-column.ts'
import { ValueCard } from './value-card.tsx'
import './chart.css'

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
