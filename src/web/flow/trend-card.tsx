import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlowStatistics } from '#contract/flow/flow-statistics.ts'
import { trailsOf } from '#domain/common/days.ts'
import { TableToggle } from '../chart/table-toggle.tsx'
import { PendingBlock } from '../chart/waiting-block.tsx'
import { DailyColumns } from '../chart/daily-columns.tsx'
import { useElementWidth } from '../chart/element-width.ts'
import { moveFocusByArrowKeys } from '../chart/move-inside.ts'
import { Swatch } from '../chart/verdict-fill.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { dayOf } from '../ui/time-text.ts'
import { verdicts } from '../ui/verdict-mark.tsx'
import { type DayField, dayFieldNames, dayFields, searchOfDay } from './day-fields.ts'
import { findingOf } from './finding.ts'
import { flowStatisticsQuery, type WindowDays } from './statistics-queries.ts'
import { TrendTable } from './trend-table.tsx'

const height = 96
const series = dayFieldNames.map((field) => ({ field, verdict: dayFields[field].verdict }))

/** How a flow's trails turned out, day by day: when did it start? */
export default function TrendCard(props: { org: string; flow: string; days: WindowDays }) {
  const { org, flow, days } = props
  const query = useQuery(flowStatisticsQuery(org, flow, days))
  const [isTable, setTable] = useState(false)
  if (!query.data) {
    return (
      <PendingBlock query={query} what="The days" className="min-h-[156px]  max-md:min-h-[210px]" />
    )
  }
  if (trailsOf(query.data.totals) === 0) {
    return (
      <Card
        title={findingOf(query.data, days)}
        actions={
          days === 30 && (
            <Link
              to="/$org/flows/$flow/trails"
              params={{ org, flow }}
              search={{ range: '90d' }}
              className={buttonClass({ kind: 'quiet', size: 'small' })}
            >
              Look at 90 days
            </Link>
          )
        }
      >
        {null}
      </Card>
    )
  }
  return (
    <Card
      title={findingOf(query.data, days)}
      remark="Trails by the day they started, UTC"
      actions={
        <div className="flex items-center gap-4">
          <div className="max-md:hidden">
            <Legend {...props} statistics={query.data} />
          </div>
          <TableToggle isTable={isTable} onToggle={setTable} />
        </div>
      }
    >
      {isTable ? (
        <TrendTable org={org} flow={flow} statistics={query.data} />
      ) : (
        <Drawing org={org} flow={flow} statistics={query.data} />
      )}
      <div className="px-4 pb-1 md:hidden">
        <Legend {...props} statistics={query.data} />
      </div>
    </Card>
  )
}

function Drawing(props: { org: string; flow: string; statistics: FlowStatistics }) {
  const { org, flow, statistics } = props
  const now = statistics.to_timestamp
  const [attach, width] = useElementWidth()
  const wordsOf = (day: number, field: DayField) => {
    const count = statistics.days.find((row) => row.day === day)?.[field] ?? 0
    return `${dayOf(day, now)}: ${count} ${verdicts[dayFields[field].verdict].label.toLowerCase()}`
  }
  return (
    <div ref={attach} className="mr-4 mb-2 ml-2" style={{ minHeight: height }}>
      {width > 0 && (
        <DailyColumns
          label={`Trails of ${flow} by day and verdict, the same as in the table`}
          days={statistics.days}
          series={series}
          width={width}
          height={height}
          now={now}
          renderMark={({ day, field, isEntry, children }) => (
            <Link
              to="/$org/flows/$flow/trails"
              params={{ org, flow }}
              search={({ range }) => ({
                ...(range === '90d' && { range }),
                ...searchOfDay(statistics, day, field as DayField),
              })}
              onKeyDown={moveFocusByArrowKeys}
              tabIndex={isEntry ? 0 : -1}
              resetScroll={false}
              aria-label={wordsOf(day, field as DayField)}
            >
              <title>{wordsOf(day, field as DayField)}</title>
              {children}
            </Link>
          )}
        />
      )}
    </div>
  )
}

function Legend(props: {
  org: string
  flow: string
  days: WindowDays
  statistics: FlowStatistics
}) {
  const { org, flow, days, statistics } = props
  return (
    <p className="flex flex-wrap gap-x-4 text-meta text-muted">
      {dayFieldNames.map((field) => {
        const { state, verdict } = dayFields[field]
        return (
          <Link
            key={field}
            to="/$org/flows/$flow/trails"
            params={{ org, flow }}
            search={{ range: `${days}d`, verdict: [state] }}
            className="inline-flex items-center gap-1.5 hover:underline max-md:min-h-11"
          >
            <Swatch verdict={verdict} />
            {statistics.totals[field]} {verdicts[verdict].label.toLowerCase()}
          </Link>
        )
      })}
    </p>
  )
}
