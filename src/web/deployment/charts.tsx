import { useQuery } from '@tanstack/react-query'
import type { DeploymentStatistics } from '#contract/deployment/deployment.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import type { ChartLink, ChartMarker } from '#web/chart/axis-data.ts'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { type DeploymentSearch, deploymentStatisticsQuery } from './queries.ts'
import { DeploymentTiles, fewestForMedian } from './tiles.tsx'

/** Heights that both take below the figures. */
export const deploymentsHeights = { wide: 384, middle: 763, phone: 843 }

/** How often, and how fast? Days that are chosen become the window of the list. */
export function DeploymentCharts(props: {
  org: string
  env: string
  search: DeploymentSearch
  /** The window, to go on a sentence. */
  windowText: string
  /** Events of the environment; `at` is in Unix seconds. */
  marks: readonly ChartMarker[]
}) {
  const { org, env, search } = props
  const query = useQuery(deploymentStatisticsQuery(org, env, search))
  if (!query.data) {
    return <PendingBlock query={query} what="The charts" />
  }
  if (query.data.total === 0) return null
  return (
    <>
      <DeploymentTiles statistics={query.data} windowText={props.windowText} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Frequency statistics={query.data} marks={props.marks} />
        <LeadTimes statistics={query.data} />
      </div>
    </>
  )
}

function Frequency(props: { statistics: DeploymentStatistics; marks: readonly ChartMarker[] }) {
  const { days, total, to: now } = props.statistics
  const marks = props.marks
    .map((mark) => ({ ...mark, at: (mark.at - (days[0]?.day ?? 0)) / daySeconds - 0.5 }))
    .filter(({ at }) => at >= -0.5 && at < days.length - 0.5)
  const quiet = days.filter(({ count }) => count === 0).length
  const perDay = (total / days.length).toFixed(1)
  return (
    <AxisChart
      question="How often?"
      answer={`${perDay} a day on average, none on ${counted(quiet, 'day')}. UTC.`}
      rowsAre="Day, UTC"
      rows={dayRows(days, now, ({ count }) => ({ count }))}
      series={[{ field: 'count', name: 'Deployments', fill: 'chart' }]}
      unit={{ caption: 'deployments a day' }}
      markers={marks}
      linkOf={({ key }) => daysLink(key, key)}
      stretchLinkOf={(first, last) => daysLink(first.key, last.key)}
      opens="the day's deployments"
    />
  )
}

/** The list in a window of whole days. */
const daysLink = (first: number, last: number): ChartLink => ({
  to: '.',
  search: (rest: object) => ({
    ...rest,
    range: undefined,
    from: first,
    to: last + daySeconds - 0.001,
    page: undefined,
    ignored: undefined,
  }),
})

const shortLength = (seconds: number) =>
  seconds < daySeconds ? `${seconds / 3_600} h` : `${seconds / daySeconds} d`

/** "under 1 h", "1 to 4 h", "over 30 d". */
function classLabel(from: number, to: number | null): string {
  if (to === null) return `over ${shortLength(from)}`
  return from === 0 ? `under ${shortLength(to)}` : `${shortLength(from)} to ${shortLength(to)}`
}

const isUsed = ({ count }: { count: number }) => count > 0

function LeadTimes(props: { statistics: DeploymentStatistics }) {
  const { classes, median, p90, count, unknown } = props.statistics.lead_times
  const shown = classes.slice(classes.findIndex(isUsed), classes.findLastIndex(isUsed) + 1)
  const missing = unknown > 0 ? `; of ${unknown} it is not known` : ''
  const answer =
    median === null || p90 === null
      ? 'No lead time is known: commits were reported without their time.'
      : count < fewestForMedian
        ? `From commit to start, too few for a median: ${counted(count, 'deployment')}${missing}.`
        : `From commit to start, ${count}: median ${durationOf(median)}, 90th percentile ${durationOf(p90)}${missing}.`
  return (
    <AxisChart
      question="How fast?"
      answer={answer}
      rowsAre="Lead time"
      rows={shown.map(({ from, to, count }) => ({
        key: from,
        label: to === null ? 'more' : `<${shortLength(to)}`,
        title: classLabel(from, to),
        values: { count },
      }))}
      series={[{ field: 'count', name: 'Deployments', fill: 'chart' }]}
      unit={{ caption: 'deployments by time from commit' }}
      {...(median !== null &&
        p90 !== null &&
        count >= fewestForMedian && {
          markers: [
            { at: positionOf(shown, median), label: `Median ${durationOf(median)}` },
            { at: positionOf(shown, p90), label: `9 of 10 within ${durationOf(p90)}` },
          ],
        })}
    />
  )
}

/** Where a lead time lies among the classes: 1.5 is between the second and the third. */
function positionOf(
  classes: DeploymentStatistics['lead_times']['classes'],
  seconds: number,
): number {
  const index = classes.findLastIndex(({ from }) => from <= seconds)
  const { from = 0, to = null } = classes[index] ?? {}
  return to === null ? index : index - 0.5 + (seconds - from) / (to - from)
}
