import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '#domain/common/counted.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { ChartCard } from './chart-card.tsx'
import {
  type ChartLink,
  type ChartMark,
  type ChartRow,
  type ChartSeries,
  formatOf,
  isGap,
  type PlotProps,
  presentSeries,
  sumOf,
} from './axis-data.ts'
import { LazyPlot } from './lazy-plot.tsx'
import { SeriesSwatch } from './series-fill.tsx'

/**
 * The one chart with axes: a question, its answer, columns that mouse, finger and keys can read, and the same as a table. Where nothing was counted the answer stands alone.
 */
export function AxisChart(
  props: PlotProps & {
    answer: ReactNode
    /** Name of a row, over the first column of the table: "Day, UTC". */
    rowsAre: string
    /** The list behind a whole series, from the legend. */
    seriesLinkOf?: (field: string) => ChartLink
    /** Above the drawing. */
    controls?: ReactNode
  },
) {
  const { question, answer, rows, series, controls } = props
  const isPrinted = useMediaQuery('print')
  const present = presentSeries(rows, series)
  if (present.length === 0) {
    return (
      <Card title={question} answer={answer}>
        {controls}
      </Card>
    )
  }
  return (
    <ChartCard question={question} answer={answer} {...tableOf(props, isPrinted)}>
      {controls}
      <LazyPlot {...props} />
      {series.length > 1 && (
        <p className="chart-legend -mt-1 flex flex-wrap gap-x-4 px-4 pb-2 text-meta text-muted">
          {present.toReversed().map((one) => (
            <LegendEntry key={one.field} {...props} of={one} />
          ))}
          <GapEntry {...props} />
        </p>
      )}
    </ChartCard>
  )
}

/** "no environment on 3 days": what is no part of a whole has no colour. */
function GapEntry({ kind, rows, series, gap, rowsAre }: PlotProps & { rowsAre: string }) {
  const count = rows.filter((row) => isGap(row, series)).length
  if (kind !== 'shares' || count === 0) return null
  return `${gap} on ${counted(count, nounOf(rowsAre))}`
}

/** "day" of "Day, UTC". */
const nounOf = (rowsAre: string) => rowsAre.replace(/,.*/, '').toLowerCase()

/** A series with its sum, from the top of the columns down. */
function LegendEntry(
  props: Pick<PlotProps, 'kind' | 'rows' | 'unit'> & {
    of: ChartSeries
    seriesLinkOf?: (field: string) => ChartLink
  },
) {
  const { kind, rows, of, seriesLinkOf } = props
  const sum = rows.reduce((total, row) => total + (row.values[of.field] ?? 0), 0)
  const entry = (
    <>
      <SeriesSwatch fill={of.fill} />
      {kind !== 'shares' && formatOf(props)(sum)} {of.name.toLowerCase()}
    </>
  )
  const look = 'inline-flex items-center gap-1.5'
  if (!seriesLinkOf) return <span className={look}>{entry}</span>
  return (
    <Link {...seriesLinkOf(of.field)} className={`${look} hover:underline max-md:min-h-11`}>
      {entry}
    </Link>
  )
}

/**
 * The same as a table: days newest first without those that count nothing, classes in their order.
 * On paper days that follow each other with the same values are one line.
 */
function tableOf(props: PlotProps & { rowsAre: string }, isPrinted: boolean) {
  const { rows, series, details = [], unit, marks = [], marksAre = '', gap, linkOf } = props
  const format = formatOf(props)
  const heads = series.toReversed()
  const areTimes = rows.some(({ key }) => key > 1e8)
  const shown = areTimes ? rows.filter((row) => sumOf(row, series) > 0) : rows
  const noun = nounOf(props.rowsAre)
  const quiet = rows.length - shown.length
  const cellOf = (row: ChartRow, value: number | null, field?: string) => {
    if (value === null) return gap ?? '–'
    if (value === 0 || !linkOf) return format(value)
    const name = series.find((one) => one.field === field)?.name ?? unit.total ?? ''
    return (
      <Link
        {...linkOf(row, field)}
        resetScroll={false}
        className="hover:underline"
        aria-label={`${row.title}: ${format(value)} ${name.toLowerCase()}`}
      >
        {format(value)}
      </Link>
    )
  }
  const runs =
    isPrinted && areTimes ? runsOf(rows, shown) : shown.map((row) => ({ row, last: row }))
  const isWithin = (at: number, first: ChartRow, last: ChartRow) =>
    at >= rows.indexOf(first) && at <= rows.indexOf(last)
  const lines = runs.map(({ row, last }) => [
    row === last ? row.title : `${row.title} to ${last.title}`,
    ...details.map(({ field }) => format(row.values[field] ?? 0)),
    ...heads.map(({ field }) => cellOf(row, row.values[field] ?? null, field)),
    ...(unit.total ? [cellOf(row, sumOf(row, series))] : []),
    ...(marks.length > 0 ? [markOf(marks.find(({ at }) => isWithin(at, row, last)))] : []),
  ]) as [string, ...ReactNode[]][]
  return {
    head: [
      props.rowsAre,
      ...[...details, ...heads].map(({ name }) => name),
      ...(unit.total ? [unit.total] : []),
      ...(marks.length > 0 ? [marksAre] : []),
    ],
    rows: areTimes ? lines.toReversed() : lines,
    ...(quiet > 0 && { foot: `${capital(gap ?? 'none')} on the other ${counted(quiet, noun)}.` }),
  }
}

/** A mark in the table: there it has room for a finger. */
function markOf(mark: ChartMark | undefined) {
  if (!mark) return ''
  const { title, link, at: _, ...qualified } = mark
  return (
    <Link {...link} aria-label={title} title={title} className="hover:underline">
      <VerdictLabel {...qualified} />
    </Link>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Stretches of neighbours with the same values. */
function runsOf(rows: readonly ChartRow[], shown: readonly ChartRow[]) {
  const runs: { row: ChartRow; last: ChartRow }[] = []
  for (const row of shown) {
    const run = runs.at(-1)
    const isNext = run?.last === rows[rows.indexOf(row) - 1]
    const isSame = Object.entries(row.values).every(
      ([field, value]) => run?.row.values[field] === value,
    )
    if (run && isNext && isSame) run.last = row
    else runs.push({ row, last: row })
  }
  return runs
}
