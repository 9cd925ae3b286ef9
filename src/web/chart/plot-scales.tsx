import { type ReactNode, createContext, use } from 'react'
import { getNiceTickValues, usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import { type ChartRow, type PlotProps, formatOf, sumOf } from './axis-data.ts'

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

const digitWidth = 7
const letterWidth = 6
const hour = 3_600

/** Numbers of the vertical axis, and the pixels that they take beside it. */
export function valueLabels(props: PlotProps) {
  const { rows, series, levels = [], height = Infinity } = props
  const sums = rows.map((row) => sumOf(row, series))
  const max = Math.max(1, ...sums, ...levels.map(({ value }) => value))
  const ticks =
    props.ticks ??
    getNiceTickValues([0, max], Math.min(height < 150 ? 3 : 5, Math.ceil(max) + 1), false)
  const longest = Math.max(...ticks.map((tick) => formatOf(props)(tick).length))
  return { ticks, width: 12 + digitWidth * longest }
}

/** Labels are apart by whole weeks of days and whole days of hours. */
function periodOf(rows: readonly ChartRow[]): number {
  const [first, second] = rows
  if (!first || !second || rows.length <= 14) return 1
  const step = second.key - first.key
  if (step === hour) return 24
  return step === 24 * hour ? 7 : 1
}

/**
 * Labels of rows by their keys: of the ends of the chosen window, and as many others as have room,
 * counted from the last row, which is the newest.
 * @param step pixels of a row
 */
export function rowLabels(
  rows: readonly ChartRow[],
  step: number,
  window?: PlotProps['window'],
): ReadonlyMap<number, string> {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length))
  const period = periodOf(rows)
  // The last label ends with the plot, up to half its width before its row.
  const room = 1.5 * longest * letterWidth + 6
  const apart = period * Math.ceil(room / (period * step))
  const isFree = (index: number, ends: readonly number[]) =>
    ends.every((end) => Math.abs(end - index) * step >= room)
  const ends = window ? [window.last] : []
  if (window && isFree(window.first, ends)) ends.push(window.first)
  const labelled = rows.filter(
    (_, index) =>
      ends.includes(index) || ((rows.length - 1 - index) % apart === 0 && isFree(index, ends)),
  )
  return new Map(labelled.map(({ key, label }) => [key, label]))
}
