import { Link } from '@tanstack/react-router'
import type { DayCounts, FlowStatistics } from '#contract/flow/flow-statistics.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { trailsOf, daySeconds } from '#domain/common/days.ts'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { dayOf } from '#web/ui/time-text.ts'

/** The days of a flow as a table, newest first; days without a trail in one line below. */
export function TrendTable(props: { org: string; flow: string; statistics: FlowStatistics }) {
  const { statistics } = props
  const busy = statistics.days.filter((day) => trailsOf(day) > 0).reverse()
  const quiet = statistics.days.length - busy.length
  return (
    <div
      role="region"
      aria-label="Trails by day and verdict"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-y-auto border-t border-line"
    >
      <table className="data-table [--row:28px] [&_th]:top-0!">
        <caption className="sr-only">Trails by day and verdict, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Day, UTC</th>
            {dayFieldNames.map((field) => (
              <th key={field} scope="col" className="text-right!">
                {verdicts[dayFields[field].verdict].label}
              </th>
            ))}
            <th scope="col" className="text-right!">
              Trails
            </th>
          </tr>
        </thead>
        <tbody>
          {busy.map((row) => (
            <tr key={row.day}>
              <td>{dayOf(row.day, statistics.to_timestamp)}</td>
              {dayFieldNames.map((field) => (
                <Figure key={field} {...props} row={row} field={field} />
              ))}
              <Figure {...props} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
      {quiet > 0 && (
        <p className="border-t border-line px-4 py-1.5 text-meta text-muted">
          {quiet === 1 ? 'One day' : `${quiet} days`} without a trail
        </p>
      )}
    </div>
  )
}

function Figure(props: {
  org: string
  flow: string
  statistics: FlowStatistics
  row: DayCounts
  field?: DayField
}) {
  const { org, flow, statistics, row, field } = props
  const count = field ? row[field] : trailsOf(row)
  return (
    <td data-number className="text-right">
      {count === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <Link
          to="/$org/flows/$flow/trails"
          params={{ org, flow }}
          search={searchOfDay(statistics, row.day, field)}
          resetScroll={false}
          className="hover:underline"
        >
          {count}
        </Link>
      )}
    </td>
  )
}

/** A count of a day. */
export type DayField = Exclude<keyof DayCounts, 'day'>

/** What each count of a day counts, from the ground of a column up. */
export const dayFields: Record<
  DayField,
  { state: TrailState; verdict: 'compliant' | 'non-compliant' | 'incomplete' }
> = {
  compliant: { state: 'COMPLIANT', verdict: 'compliant' },
  non_compliant: { state: 'NON-COMPLIANT', verdict: 'non-compliant' },
  incomplete: { state: 'INCOMPLETE', verdict: 'incomplete' },
}

/** The fields in their order. */
export const dayFieldNames = Object.keys(dayFields) as DayField[]

/** Search of the trails of one day, of one verdict or all, that lie in the window. */
export function searchOfDay(
  window: { from_timestamp: number; to_timestamp: number },
  day: number,
  field?: DayField,
) {
  return {
    from_timestamp: Math.max(day, window.from_timestamp),
    to_timestamp: Math.min(day + daySeconds - 0.001, Math.max(day, window.to_timestamp)),
    ...(field && { verdict: [dayFields[field].state] }),
  }
}
