import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { EventDay, VerdictFlip } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import type { ChartLink, ChartMark, ChartRow } from '#web/chart/axis-data.ts'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { dayOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { flipFindings, flipText, severity, weekdayFinding } from './flip-finding.ts'
import { chartFilters, type LogFilters, eventDaysQuery, logWindowText } from './queries.ts'

/** All events of a day. */
export const totalOf = ({ started, exited, changed, scaled, silence }: EventDay) =>
  started + exited + changed + scaled + silence

/**
 * Events in a window, in words, and among the days around it: days are chosen by a drag or by
 * keys, and become the window.
 */
export function HistogramCard(props: {
  org: string
  filters: LogFilters
  /** Time of the event that the log is read around, where it has no window. */
  around: number | null
}) {
  const { org, filters, around } = props
  const today = useNow()
  const windowFilters = chartFilters(filters, today)
  // The chart stays while another window is counted: its grips are held, or have the focus.
  const kept = { placeholderData: keepPreviousData }
  const query = useQuery({ ...eventDaysQuery(org, filters, around), ...kept })
  const chart = useQuery({ ...eventDaysQuery(org, windowFilters, around), ...kept })
  if (!query.data || !chart.data) {
    const failed = query.data ? chart : query
    return <PendingBlock query={failed} what="The days" />
  }
  const { from, to, flips, newest_flips } = query.data
  const { days, to: now } = chart.data
  const counts = query.isPlaceholderData ? { from, to } : filters
  const windowText = around === null ? logWindowText(counts, false) : 'in the days around the event'
  const total = query.data.days.reduce((sum, row) => sum + totalOf(row), 0)
  const rows = dayRows(days, now, (row) => ({ ...row, total: totalOf(row) }))
  const within = rows.flatMap(({ key }, at) => (key + daySeconds > from && key <= to ? at : []))
  const busiest = days.reduce<EventDay | null>(
    (most, row) => (totalOf(row) > (most ? totalOf(most) : 0) ? row : most),
    null,
  )
  const daysLink = (first: number, last: number) => {
    const end = last + daySeconds
    // A window that includes today goes on.
    return windowLink({ from: first, to: end > today ? undefined : end - 0.001 })
  }
  const most = busiest ? `Most on ${dayOf(busiest.day, now)} (${totalOf(busiest)})` : 'None'
  // Nothing lasts until now among flips to some verdicts alone: others may have followed.
  const until = filters.verdict?.length ? now : (counts.to ?? null)
  const findings = flipFindings(newest_flips, now, until)
  return (
    <>
      <p className="text-lead">
        <b className="font-semibold">{counted(total, 'event')}</b> {windowText};{' '}
        {flips === 0 ? 'none' : <b className="font-semibold">{flips}</b>} made a verdict flip.
      </p>
      <p className="mb-4 min-h-5 text-table text-muted">
        {findings.slice(0, maxFindings).map(({ environment, text: happened }) => (
          <Fragment key={environment}>
            <b className="font-medium text-text">{environment}</b> {happened}.{' '}
          </Fragment>
        ))}
        {findings.length > maxFindings &&
          `${counted(findings.length - maxFindings, 'other environment')} flipped.`}
      </p>
      <AxisChart
        question="When was activity highest?"
        answer={`${weekdayFinding(days, totalOf) || most}. By UTC day; a mark is the worst flip of its day. Drag the grips, or over days, to choose a window.`}
        rowsAre="Day, UTC"
        rows={rows}
        series={[{ field: 'total', name: 'Events', fill: 'chart' }]}
        details={[
          { field: 'started', name: 'Started' },
          { field: 'exited', name: 'Exited' },
          { field: 'changed', name: 'Other verdict' },
          { field: 'scaled', name: 'Scaled' },
          { field: 'silence', name: 'Fell silent or reported again' },
        ]}
        marks={marksOf(org, rows, chart.data.newest_flips)}
        marksAre="Worst flip"
        {...(within.length > 0 && {
          window: { first: within[0]!, last: within.at(-1)!, reset: windowLink({}) },
        })}
        unit={{ caption: 'events a day' }}
        linkOf={({ key }) => daysLink(key, key)}
        stretchLinkOf={(first, last) => daysLink(first.key, last.key)}
        opens="the day's events"
        height={172}
      />
    </>
  )
}

/** Findings that a sentence names. */
const maxFindings = 3

/** Of each day the gravest flip, and among equals the newest. */
function marksOf(
  org: string,
  rows: readonly ChartRow[],
  flips: readonly VerdictFlip[],
): ChartMark[] {
  return rows.flatMap(({ key, title }, at) => {
    const ofDay = flips.filter((flip) => flip.at >= key && flip.at < key + daySeconds)
    const [worst] = ofDay.toSorted((a, b) => severity(b) - severity(a))
    if (!worst) return []
    const { environment_name: env, snapshot_index, state, qualifiers, is_stale: isStale } = worst
    const older = flips.slice(flips.indexOf(worst) + 1)
    const before = older.find(({ environment_name }) => environment_name === env)
    const more = ofDay.length > 1 ? `, and ${ofDay.length - 1} more` : ''
    return [
      {
        at,
        verdict: verdictOfRunning(state),
        qualifiers,
        isStale,
        title: `${title}: ${env} ${flipText(worst, before)}${more}`,
        link: {
          to: '/$org/environments/$env/snapshots/$snapshot',
          params: { org, env, snapshot: String(snapshot_index) },
        },
      },
    ]
  })
}

/** The log in another window; without one in the usual one. */
const windowLink = (window: { from?: number; to?: number | undefined }): ChartLink => ({
  to: '.',
  search: (rest: object) => ({
    ...rest,
    range: undefined,
    from: undefined,
    to: undefined,
    ...window,
    anchor: undefined,
    event_id: undefined,
    ignored: undefined,
  }),
})
