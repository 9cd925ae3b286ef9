import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuildStatistics } from '#contract/build.ts'
import { trailsOf } from '#domain/day-counts.ts'
import { TableToggle } from '../chart/table-toggle.tsx'
import { DailyColumns } from '../chart/daily-columns.tsx'
import { useElementWidth } from '../chart/element-width.ts'
import { moveInside } from '../chart/move-inside.ts'
import { Card } from '../ui/card.tsx'
import { dayOf } from '../ui/time-text.ts'
import { windowOfDay } from './window.ts'

const height = 152
const series = [{ field: 'builds', verdict: null }]

const countWords = (count: number) => `${count} ${count === 1 ? 'build' : 'builds'}`

/** Builds a day, each day the way to its own builds: is delivery steady? */
export function DaysCard(props: { statistics: BuildStatistics }) {
  const { statistics } = props
  const [isTable, setTable] = useState(false)
  const days = statistics.days.map((row) => ({ day: row.day, builds: trailsOf(row) }))
  const quiet = days.filter(({ builds }) => builds === 0).length
  const silence = quiet === 0 ? '' : `, none on ${quiet} ${quiet === 1 ? 'day' : 'days'}`
  return (
    <Card
      title="Is delivery steady?"
      answer={`${countWords(trailsOf(statistics.totals))} in ${days.length} days${silence}. Days in UTC; press a day to set the window.`}
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {isTable ? (
        <DaysTable days={days} statistics={statistics} />
      ) : (
        <Drawing days={days} statistics={statistics} />
      )}
    </Card>
  )
}

type Days = { day: number; builds: number }[]

function Drawing(props: { days: Days; statistics: BuildStatistics }) {
  const { days, statistics } = props
  const [attach, width] = useElementWidth()
  const now = statistics.end_ts
  const wordsOf = (day: number) =>
    `${dayOf(day, now)}: ${countWords(days.find((row) => row.day === day)?.builds ?? 0)}`
  return (
    <div ref={attach} className="mr-4 mb-2 ml-2" style={{ minHeight: height }}>
      {width > 0 && (
        <DailyColumns
          label="Builds by day, the same as in the table"
          days={days}
          series={series}
          width={width}
          height={height}
          now={now}
          renderMark={({ day, isEntry, children }) => (
            <Link
              to="."
              search={(search: object) => ({
                ...search,
                page: undefined,
                ...windowOfDay(day, statistics),
              })}
              onKeyDown={moveInside}
              tabIndex={isEntry ? 0 : -1}
              resetScroll={false}
              aria-label={wordsOf(day)}
            >
              <title>{wordsOf(day)}</title>
              {children}
            </Link>
          )}
        />
      )}
    </div>
  )
}

function DaysTable(props: { days: Days; statistics: BuildStatistics }) {
  const { days, statistics } = props
  const busy = days.filter(({ builds }) => builds > 0).reverse()
  return (
    <div
      role="region"
      aria-label="Builds by day"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-y-auto border-t border-line"
    >
      <table className="data-table [--row:28px] [&_th]:top-0!">
        <caption className="sr-only">Builds by day, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Day, UTC</th>
            <th scope="col" className="text-right!">
              Builds
            </th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ day, builds }) => (
            <tr key={day}>
              <td>{dayOf(day, statistics.end_ts)}</td>
              <td data-number className="text-right">
                <Link
                  to="."
                  search={(search: object) => ({
                    ...search,
                    page: undefined,
                    ...windowOfDay(day, statistics),
                  })}
                  resetScroll={false}
                  className="hover:underline"
                >
                  {builds}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {days.length > busy.length && (
        <p className="border-t border-line px-4 py-1.5 text-meta text-muted">
          No build on the other {days.length - busy.length} days.
        </p>
      )}
    </div>
  )
}
