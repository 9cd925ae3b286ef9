import { getNiceTickValues } from 'recharts'
import {
  type ChartRow,
  type ChartSeries,
  formatOf,
  isGap,
  type PlotProps,
  sumOf,
} from './axis-data.ts'

/** Where everything of a plot stands, in pixels of its frame. */
export interface PlotLayout {
  width: number
  height: number
  /** Left edge of the columns: room for the numbers of the axis. */
  left: number
  /** Upper and lower edge of the columns: room for captions and for labels of rows. */
  top: number
  bottom: number
  /** Width of a row's place, and of its column. */
  step: number
  barSize: number
  /** Numbers of the vertical axis. */
  ticks: readonly number[]
  /** Rows that have their label below. */
  labelled: readonly ChartRow[]
  /** Middle of a row's place. */
  xOf: (index: number) => number
  yOf: (value: number) => number
}

/** Pixels above the columns for the caption, for labels of markers, and below for labels of rows. */
const space = { caption: 28, markers: 18, rows: 22 } as const
const digitWidth = 7
const letterWidth = 6
const widestColumn = 28
const hour = 3_600

/** Labels are apart by whole weeks of days and whole days of hours. */
function periodOf(rows: readonly ChartRow[]): number {
  const [first, second] = rows
  if (!first || !second || rows.length <= 14) return 1
  const step = second.key - first.key
  if (step === hour) return 24
  return step === 24 * hour ? 7 : 1
}

/** As many labels as have room, counted from the last row: it is the newest. */
function labelledOf(rows: readonly ChartRow[], step: number): ChartRow[] {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length))
  const period = periodOf(rows)
  // The last label ends with the plot, up to half its width before its row.
  const room = 1.5 * longest * letterWidth + 6
  const apart = period * Math.ceil(room / (period * step))
  return rows.filter((_, index) => (rows.length - 1 - index) % apart === 0)
}

/** Lays a plot out in a frame of a width. */
export function layoutOf(props: PlotProps, width: number, height: number): PlotLayout {
  const { kind, rows, series, levels = [], markers = [] } = props
  const format = formatOf(props)
  const most = Math.max(
    1,
    ...rows.map((row) => sumOf(row, series)),
    ...levels.map(({ value }) => value),
  )
  const ticks =
    props.ticks ??
    getNiceTickValues([0, most], Math.min(height < 150 ? 3 : 5, Math.ceil(most) + 1), false)
  const highest = ticks.at(-1) ?? 1
  const left = 12 + digitWidth * Math.max(...ticks.map((tick) => format(tick).length))
  const step = Math.max(0, width - left) / Math.max(1, rows.length)
  const top = space.caption + (markers.length > 0 ? space.markers : 0)
  const bottom = height - space.rows
  return {
    width,
    height,
    left,
    top,
    bottom,
    step,
    barSize: kind === 'shares' ? step : Math.min(widestColumn, step * (step > 14 ? 0.72 : 0.84)),
    ticks,
    labelled: labelledOf(rows, step),
    xOf: (index) => left + (index + 0.5) * step,
    yOf: (value) => bottom - (value / highest) * (bottom - top),
  }
}

/** Stretches of rows without a value, by their places, both included. */
export function gapsOf(rows: readonly ChartRow[], series: readonly ChartSeries[]) {
  const gaps: { first: number; last: number }[] = []
  for (const [index, row] of rows.entries()) {
    const open = gaps.at(-1)
    if (!isGap(row, series)) continue
    if (open?.last === index - 1) open.last = index
    else gaps.push({ first: index, last: index })
  }
  return gaps
}
