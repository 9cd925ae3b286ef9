import { useQuery } from '@tanstack/react-query'
import type { DeploymentStatistics } from '#contract/deployment/deployment.ts'
import { daySeconds } from '#domain/common/days.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { CountColumns, someLabels } from '#web/chart/count-columns.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { plural } from '#web/ui/plural.ts'
import { dayOf, durationOf } from '#web/ui/time-text.ts'
import { type DeploymentSearch, deploymentStatisticsQuery } from './queries.ts'

/** How often, and how fast? Days that are chosen become the window of the list. */
export function DeploymentCharts(props: {
  org: string
  env: string
  search: DeploymentSearch
  /** The window, to go on a sentence. */
  words: string
  onChoose: (from: number, to: number) => void
}) {
  const { org, env, search } = props
  const query = useQuery(deploymentStatisticsQuery(org, env, search))
  if (!query.data) {
    return (
      <PendingBlock
        query={query}
        what="The charts"
        className="mb-4 min-h-[222px]  max-lg:min-h-[460px]"
      />
    )
  }
  if (query.data.total === 0) return null
  return (
    <div className="mb-4 grid gap-4 lg:grid-cols-2">
      <Frequency statistics={query.data} words={props.words} onChoose={props.onChoose} />
      <LeadTimes statistics={query.data} words={props.words} />
    </div>
  )
}

function Frequency(props: {
  statistics: DeploymentStatistics
  words: string
  onChoose: (from: number, to: number) => void
}) {
  const { days, total, to: now, is_partial } = props.statistics
  const named = days.map((row) => ({ ...row, name: dayOf(row.day, now) }))
  const quiet = days.filter(({ count }) => count === 0).length
  const atLeast = is_partial ? 'The newest ' : ''
  return (
    <ChartCard
      question="How often?"
      answer={`${atLeast}${plural(total, 'deployment')} ${props.words}, none on ${plural(quiet, 'day')}. UTC.`}
      head={['Day, UTC', 'Deployments']}
      rows={named
        .filter(({ count }) => count > 0)
        .reverse()
        .map(({ name, count }) => [name, count])}
    >
      <CountColumns
        key={`${days[0]?.day} ${days.length}`}
        label="Deployments by day, the same as in the table"
        columns={named.map(({ name, count }) => ({
          label: name,
          words: `${name}: ${plural(count, 'deployment')}`,
          count,
        }))}
        isLabelled={someLabels(named.length, 5)}
        onChoose={({ first, last }) => {
          const [from, to] = [named[first], named[last]]
          if (from && to) props.onChoose(from.day, to.day + daySeconds - 0.001)
        }}
      />
    </ChartCard>
  )
}

const shortLength = (seconds: number) =>
  seconds < daySeconds ? `${seconds / 3_600} h` : `${seconds / daySeconds} d`

/** "under 1 h", "1 to 4 h", "over 30 d". */
function classLabels(from: number, to: number | null): string {
  if (to === null) return `over ${shortLength(from)}`
  return from === 0 ? `under ${shortLength(to)}` : `${shortLength(from)} to ${shortLength(to)}`
}

function LeadTimes(props: { statistics: DeploymentStatistics; words: string }) {
  const { classes, median, p90, unknown } = props.statistics.lead_times
  const missing = unknown > 0 ? ` Of ${unknown} it is not known.` : ''
  const answer =
    median === null || p90 === null
      ? 'No lead time is known: commits were reported without their time.'
      : `From commit to start: half within ${durationOf(median)}, nine of ten within ${durationOf(p90)}.${missing}`
  return (
    <ChartCard
      question="How fast?"
      answer={answer}
      head={['Lead time', 'Deployments']}
      rows={classes.map(({ from, to, count }) => [classLabels(from, to), count])}
    >
      <CountColumns
        label="Deployments by lead time, the same as in the table"
        columns={classes.map(({ from, to, count }) => ({
          label: to === null ? 'more' : `<${shortLength(to)}`,
          words: `${classLabels(from, to)}: ${plural(count, 'deployment')}`,
          count,
        }))}
        isLabelled={someLabels(classes.length, classes.length)}
      />
    </ChartCard>
  )
}
