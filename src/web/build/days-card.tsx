import type { BuildStatistics } from '#contract/build/build.ts'
import { trailsOf } from '#domain/common/days.ts'
import { DaysCard } from '../chart/days-card.tsx'
import { plural } from '../ui/plural.ts'
import { windowOfDay } from './window.ts'

const series = [{ field: 'builds', verdict: null, word: 'built', head: 'Builds' }]

/** Builds a day, each day the way to its own builds: is delivery steady? */
export function BuildDaysCard(props: { statistics: BuildStatistics }) {
  const { statistics } = props
  const days = statistics.days.map((row) => ({ day: row.day, builds: trailsOf(row) }))
  const quiet = days.filter(({ builds }) => builds === 0).length
  const silence = quiet === 0 ? '' : `, none on ${plural(quiet, 'day')}`
  return (
    <DaysCard
      question="Is delivery steady?"
      answer={`${plural(trailsOf(statistics.totals), 'build')} in ${plural(days.length, 'day')}${silence}. Days in UTC; press a day to set the window.`}
      days={days}
      series={series}
      now={statistics.end_ts}
      height={152}
      searchOf={(day) => ({ page: undefined, ...windowOfDay(day, statistics) })}
    />
  )
}
