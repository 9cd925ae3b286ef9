import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import type { ComplianceDay } from '#contract/overview/overview.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { standingTime } from '#domain/environment/standing-time.ts'
import { type FillVerdict, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { wholeDayOf } from '#web/ui/time-text.ts'
import { stripDays } from './columns.tsx'
import { verdictRunsQuery } from './verdict-runs-query.ts'

const [height, step, bar] = [20, 7, 6]
/** A low tick; by exception so high that the lines of its pattern show. */
const ticks = { compliant: 4, 'by-exception': 8 }

type Standing = Exclude<keyof ComplianceDay, 'day'>

/** Parts of a bar, from the ground up: the trouble of the day; a day without any is a low tick. */
const troubles = [
  ['non_compliant', 'non-compliant', 'Non-compliant'],
  ['stale', 'stale', 'Stale'],
  ['unknown', 'missing', 'Unknown'],
] as const satisfies readonly (readonly [Standing, FillVerdict, string])[]

const fine = [
  ['compliant', 'compliant', 'Compliant'],
  ['by_exception', 'by-exception', 'By exception'],
] as const satisfies readonly (readonly [Standing, FillVerdict, string])[]

const known = (day: ComplianceDay) =>
  [...fine, ...troubles].reduce((sum, [standing]) => sum + day[standing], 0)

interface Bar {
  fill: FillVerdict
  y: number
  height: number
}

/** The parts of the bar of one day; none where nothing is known of it. */
function barsOf(day: ComplianceDay): Bar[] {
  const all = known(day)
  if (all === 0) return []
  let y = height
  const parts = troubles.flatMap(([standing, fill]) => {
    const share = (day[standing] / all) * height
    if (share === 0) return []
    const part = Math.max(2, Math.min(y, share))
    y -= part
    return { fill, y, height: part }
  })
  if (parts.length > 0) return parts
  const fill = day.by_exception > 0 ? 'by-exception' : 'compliant'
  return [{ fill, y: height - ticks[fill], height: ticks[fill] }]
}

/** "Non-compliant on 5 days, by exception on 25 days": days on which it ever stood so. */
export function stripText(days: readonly ComplianceDay[]): string {
  const counts = [...troubles, ...fine.toReversed()].flatMap(([standing, , label]) => {
    const count = days.filter((day) => day[standing] > 0).length
    return count > 0 ? [`${label.toLowerCase()} on ${count}`] : []
  })
  return counts.join(', ') || 'nothing reported'
}

/** Days of one of some environments that are read together; undefined while they load. */
function useDays(org: string, name: string, names: string[]) {
  const { data } = useQuery({
    ...verdictRunsQuery(org, names, stripDays),
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const found = data?.environments.find((one) => one.name === name)
    if (!data || !found) return undefined
    const window = { from: dayStart(data.to) - (stripDays - 1) * daySeconds, to: data.to }
    const { runs, ...history } = found
    const changes = runs.map((run) => ({ at: run.from, state: run.state }))
    return standingTime(window, [{ ...history, changes }])
  }, [data, name])
}

/** The verdicts of an environment by UTC day, newest right: new trouble, or old? */
export default function DayStrip(props: {
  org: string
  name: string
  /** All environments of the list, read at once. */
  names: string[]
  /** Whether it is as wide as its surroundings. */
  isWide?: boolean
}) {
  const { org, name, names, isWide } = props
  const days = useDays(org, name, names) ?? []
  const { fills, definitions } = useVerdictFills()
  return (
    <Link
      to="/$org/environments/$env/snapshots"
      params={{ org, env: name }}
      aria-label={`Last ${stripDays} days of ${name}: ${stripText(days)}`}
      className={isWide ? 'block' : 'inline-block align-middle'}
    >
      <svg
        viewBox={`0 0 ${stripDays * step} ${height}`}
        preserveAspectRatio={isWide ? 'none' : undefined}
        aria-hidden="true"
        className={clsx('block h-5', isWide && 'w-full')}
      >
        {definitions}
        {days.map((day, index) => (
          <g key={day.day}>
            <rect x={index * step} width={bar} height={height} fill="transparent">
              <title>{`${wholeDayOf(day.day)}: ${stripText([day]).replaceAll(' on 1', '')}`}</title>
            </rect>
            {barsOf(day).map((part) => (
              <rect
                key={part.fill}
                x={index * step}
                y={part.y}
                width={bar}
                height={part.height}
                fill={fills[part.fill]}
                className="pointer-events-none"
              />
            ))}
          </g>
        ))}
      </svg>
    </Link>
  )
}
