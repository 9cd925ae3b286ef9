import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlowStatistics } from '#contract/flow/flow-statistics.ts'
import { trailsOf } from '#domain/common/days.ts'
import { worseSince } from '#domain/flow/worse-since.ts'
import { moveFocusByArrowKeys } from '#web/chart/arrow-keys.ts'
import { TableToggle } from '#web/chart/chart-card.tsx'
import { DailyColumns } from '#web/chart/daily-columns.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { useElementWidth } from '#web/chart/use-element-width.ts'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dayOf } from '#web/ui/time-text.ts'
import { type WindowDays, flowStatisticsQuery } from './queries.ts'
import { type DayField, dayFieldNames, dayFields, searchOfDay, TrendTable } from './trend-table.tsx'

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

/** What the days of a flow say, in one sentence. */
export function findingOf(statistics: FlowStatistics, window: number): string {
  const { days, totals, to_timestamp: now } = statistics
  const all = trailsOf(totals)
  if (all === 0) return `No trail in ${window} days`
  const worse = worseSince(days)
  if (worse) {
    const { day, since, before } = worse
    const shares = `${since.failing} of ${since.trails} trails, ${before.failing} of ${before.trails} before`
    return `Failing more since ${dayOf(day, now)}: ${shares}`
  }
  const words = all === 1 ? 'trail' : 'trails'
  if (totals.non_compliant > 0) {
    return `${totals.non_compliant} of ${all} ${words} non-compliant in ${window} days`
  }
  if (totals.incomplete > 0) {
    return `${totals.incomplete} of ${all} ${words} incomplete in ${window} days`
  }
  return all === 1
    ? `The only trail in ${window} days is compliant`
    : `All ${all} trails compliant in ${window} days`
}
