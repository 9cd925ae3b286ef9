import type { LinkProps } from '@tanstack/react-router'
import { formatCount } from '#domain/common/counted.ts'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'

/** One position of the horizontal axis: a day, an hour, a class. */
export interface ChartRow {
  /** Unix seconds where rows are days or hours, else a number of its own. */
  key: number
  /** On the axis, where there is room. */
  label: string
  /** In the card and in the table. */
  title: string
  /** By the fields of the series. Null is not known: a gap, never 0. */
  values: Readonly<Record<string, number | null>>
}

/** A count that every row has. */
export interface ChartSeries {
  field: string
  name: string
  /** `chart` is for counts without a verdict. */
  fill: FillVerdict | 'chart'
}

/** Where a mark leads. */
export type ChartLink = LinkProps

/** A vertical line, which may lead on; 1.5 lies between the second column and the third. */
export interface ChartMarker {
  at: number
  label: string
  link?: ChartLink
}

/** A verdict over a column, which leads on. */
export interface ChartMark extends QualifiedVerdict {
  at: number
  /** Its text. */
  title: string
  link: ChartLink
}

/** Content of a chart with axes, without its card. */
export interface PlotProps {
  question: string
  /** Shares are parts of a whole: columns that touch, and that have no sum. */
  kind?: 'columns' | 'shares'
  rows: readonly ChartRow[]
  /** From the ground up: trouble first, since only the ground can be compared. */
  series: readonly ChartSeries[]
  /** Other counts of a row: in the card and in the table, not drawn. */
  details?: readonly Pick<ChartSeries, 'field' | 'name'>[]
  unit: {
    /** Over the axis: "trails a day". */
    caption: string
    /** Names the sum of several series: "Trails". */
    total?: string
    /** A value with its unit; whole numbers by itself. */
    format?: (value: number) => string
  }
  /** Numbers of the vertical axis, from 0 on, where the greatest sum does not give them. */
  ticks?: readonly number[]
  /** Horizontal lines. */
  levels?: readonly { value: number; label: string }[]
  /** Vertical lines by the columns' indexes. */
  markers?: readonly ChartMarker[]
  /** Verdicts over columns; in the table they have a column of their own. */
  marks?: readonly ChartMark[]
  /** What they are: "Worst flip". */
  marksAre?: string
  /**
   * Places of the first and the last column that the rest of the page is about; others are pale. Its
   * ends can be moved; `reset` leads to the usual window.
   */
  window?: { first: number; last: number; reset: ChartLink } | undefined
  /** Meaning of a row without a value: "nothing evaluated". */
  gap?: string
  /** The list behind a row, or behind one part of it. */
  linkOf?: (row: ChartRow, field?: string) => ChartLink
  /** The list behind several rows: then they can be chosen by a drag or by Shift and arrows. */
  stretchLinkOf?: (first: ChartRow, last: ChartRow) => ChartLink
  /** Target of a mark: "the day's trails". */
  opens?: string
  /** In pixels, axes included. */
  height?: number
}

/** The height of a plot that says nothing else. */
export const defaultHeight = 196

/** A value as it is written, with its unit. */
export const formatOf = ({ unit }: Pick<PlotProps, 'unit'>) => unit.format ?? formatCount

/** The sum of a row's parts. */
export const sumOf = (row: ChartRow, series: readonly ChartSeries[]) =>
  series.reduce((sum, { field }) => sum + (row.values[field] ?? 0), 0)

/** Whether nothing is known of a row. */
export const isGap = (row: ChartRow, series: readonly ChartSeries[]) =>
  series.every(({ field }) => row.values[field] == null)

/** Fields of the parts of a column from the ground up: what counts nothing is none. */
export const partsOf = (row: ChartRow, series: readonly ChartSeries[]) =>
  series.flatMap(({ field }) => (row.values[field] ? [field] : []))

/** Series that count anything at all: the others need no legend. */
export const presentSeries = (rows: readonly ChartRow[], series: readonly ChartSeries[]) =>
  series.filter(({ field }) => rows.some((row) => row.values[field]))

/** "Entries" of one is "entry"; what is no noun in the plural stays as it is. */
const countedAs = (value: number, name: string) =>
  value === 1
    ? name.toLowerCase().replace(/(ies|s)$/, (end) => (end === 'ies' ? 'y' : ''))
    : name.toLowerCase()

/** A row in words: "Fri 13 Nov 2026: 2 non-compliant, 1 compliant". */
export function rowText(row: ChartRow, props: Pick<PlotProps, 'series' | 'unit' | 'gap'>): string {
  const { series, gap = 'not known' } = props
  const format = formatOf(props)
  if (isGap(row, series)) return `${row.title}: ${gap}`
  const parts = series.flatMap(({ field, name }) => {
    const value = row.values[field] ?? null
    if (value === null) return gap
    if (value === 0 && series.length > 1) return []
    return `${format(value)} ${countedAs(value, name)}`
  })
  return `${row.title}: ${parts.join(', ') || 'none'}`
}

/** Stretches of rows without a value, by their indexes, both included. */
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
