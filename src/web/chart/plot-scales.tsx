import { createContext, type ReactNode, use } from 'react'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import type { ChartRow } from './axis-data.ts'

/** Where the library has laid a drawing out, in its pixels. */
export interface PlotScales {
  left: number
  right: number
  top: number
  bottom: number
  /** The bounds of rows from the first to the last, both included. */
  boundsOf: (first: number, last?: number) => { left: number; right: number; width: number }
  /** Where a value ends. */
  yOf: (value: number) => number
}

const PlotScalesContext = createContext<PlotScales | null>(null)

/** The scales of the drawing around; null until the library has made them. */
export const usePlotScales = () => use(PlotScalesContext)

/** Reads the scales of the library once for all that stands within: marks are hundreds. */
export function PlotScalesOf(props: { rows: readonly ChartRow[]; children: ReactNode }) {
  const { rows, children } = props
  const area = usePlotArea()
  const scaleX = useXAxisScale()
  const scaleY = useYAxisScale()
  const isLaidOut = area && scaleX && scaleY
  const scales: PlotScales | null = !isLaidOut
    ? null
    : {
        left: area.x,
        right: area.x + area.width,
        top: area.y,
        bottom: area.y + area.height,
        boundsOf(first, last = first) {
          const left = scaleX(rows[first]?.key, { position: 'start' }) ?? area.x
          const right = scaleX(rows[last]?.key, { position: 'end' }) ?? left
          return { left, right, width: right - left }
        },
        yOf: (value) => scaleY(value) ?? area.y,
      }
  return <PlotScalesContext value={scales}>{children}</PlotScalesContext>
}
