import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { confirm } from '#web/ui/announcer.tsx'
import { styleNonce } from '#web/ui/content-security.ts'
import { rem } from '#web/ui/text-scale.ts'
import { defaultHeight, partsOf, type PlotProps, rowText } from './axis-data.ts'
import { AxisDrawing } from './axis-drawing.tsx'
import styles from './chart.css?inline'
import { ActiveColumnContext, useActiveColumn } from './use-active-column.ts'
import { useElementWidth } from './use-element-width.ts'

/**
 * A drawing with axes that answers mouse, finger and keys. It is one tab stop that enters at the
 * newest row; every column is a link over its whole height.
 */
export default function AxisPlot(props: PlotProps) {
  const [attach, width] = useElementWidth()
  const { height = defaultHeight } = props
  return (
    <div ref={attach} className="chart-frame mx-4 mb-3" style={{ height: rem(height) }}>
      {/* A file of its own would be one request more. */}
      <style href="chart" precedence="default" nonce={styleNonce}>
        {styles}
      </style>
      {width > 0 && <Plot {...props} width={width} height={height} />}
    </div>
  )
}

function Plot(props: PlotProps & { width: number; height: number }) {
  const { question, rows, series, stretchLinkOf, linkOf, opens } = props
  const router = useRouter()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const { active, handlers } = useActiveColumn({
    frame,
    count: rows.length,
    fieldsOf: (index) => {
      const row = rows[index]
      return row && linkOf ? partsOf(row, series) : []
    },
    onPart: (index, field) => {
      const row = rows[index]
      const shown = field === undefined ? series : series.filter((one) => one.field === field)
      if (row) confirm(rowText(row, { ...props, series: shown }))
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
  return (
    <div
      ref={setFrame}
      role="group"
      aria-label={`${question} ${ways.filter(Boolean).join(', ')}.`}
      className="chart-plot relative h-full touch-pan-y select-none"
      {...handlers}
    >
      <ActiveColumnContext value={active}>
        <AxisDrawing {...props} frame={frame} />
      </ActiveColumnContext>
    </div>
  )
}
