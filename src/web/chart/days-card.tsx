import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayOf } from '#web/ui/time-text.ts'
import { moveFocusByArrowKeys } from './arrow-keys.ts'
import { ChartCard } from './chart-card.tsx'
import { type ColumnDay, type ColumnSeries, DailyColumns } from './daily-columns.tsx'
import { useElementWidth } from './use-element-width.ts'

/** What is counted of every day: its word follows the number, its head stands over the column. */
export interface DaySeries extends ColumnSeries {
  word: string
  head: string
}

/** Counts of each UTC day; each is the way to what it counted. */
export function DaysCard(props: {
  question: string
  answer: ReactNode
  days: readonly ColumnDay[]
  series: readonly DaySeries[]
  /** Unix seconds: where the days end. */
  now: number
  height?: number
  /** What of the address changes to see what a count counted. */
  searchOf: (day: number, field: string) => object
  /** Below the columns. */
  legend?: ReactNode
}) {
  const { question, days, series, now, height = 112, searchOf } = props
  const [attach, width] = useElementWidth()
  const wordsOf = (day: number, count: number, word: string) =>
    `${dayOf(day, now)}: ${count} ${word}`
  const busy = days.filter((row) => series.some(({ field }) => row[field]))
  return (
    <ChartCard
      question={question}
      answer={props.answer}
      head={['Day, UTC', ...series.map(({ head }) => head)]}
      rows={busy.toReversed().map((row) => [
        dayOf(row.day, now),
        ...series.map(({ field, word }) => {
          const count = row[field] ?? 0
          if (count === 0) return 0
          return (
            <Link
              key={field}
              to="."
              search={(rest: object) => ({ ...rest, ...searchOf(row.day, field) })}
              resetScroll={false}
              className="hover:underline"
              aria-label={wordsOf(row.day, count, word)}
            >
              {count}
            </Link>
          )
        }),
      ])}
      {...(busy.length < days.length && {
        foot: `None on the other ${days.length - busy.length} days.`,
      })}
    >
      <div ref={attach} className="mr-4 mb-2 ml-2" style={{ minHeight: height }}>
        {width > 0 && (
          <DailyColumns
            label="By day, the same as in the table"
            days={days}
            series={series}
            width={width}
            height={height}
            now={now}
            renderMark={({ day, field, isEntry, children }) => {
              const count = days.find((row) => row.day === day)?.[field] ?? 0
              const word = series.find((one) => one.field === field)?.word ?? ''
              return (
                <Link
                  to="."
                  search={(rest: object) => ({ ...rest, ...searchOf(day, field) })}
                  onKeyDown={moveFocusByArrowKeys}
                  tabIndex={isEntry ? 0 : -1}
                  resetScroll={false}
                  aria-label={wordsOf(day, count, word)}
                >
                  <title>{wordsOf(day, count, word)}</title>
                  {children}
                </Link>
              )
            }}
          />
        )}
      </div>
      {props.legend && (
        <p className="flex flex-wrap gap-x-4 px-4 pb-2 text-meta text-muted">{props.legend}</p>
      )}
    </ChartCard>
  )
}
