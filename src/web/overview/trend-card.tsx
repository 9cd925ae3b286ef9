import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daySeconds } from '#domain/common/days.ts'
import { moveFocusByArrowKeys } from '#web/chart/arrow-keys.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { useElementWidth } from '#web/chart/use-element-width.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { FailedBlock } from './failed-block.tsx'
import { type OverviewSearch, complianceDaysQuery } from './queries.ts'

const height = 156
const edge = { left: 28, right: 6, top: 8, bottom: 24 }

/** The share of compliant time of all judged environments, day by day; gaps stay gaps. */
export default function TrendCard(props: { org: string; search: OverviewSearch }) {
  const query = useQuery(complianceDaysQuery(props.org, props.search))
  if (!query.data) {
    if (query.isError) return <FailedBlock what="The trend" onRetry={query.refetch} />
    return <div className="h-[232px] rounded-card border border-line" />
  }
  const { days } = query.data
  const shares = sharesOf(days)
  const now = days.at(-1)?.day ?? 0
  return (
    <ChartCard
      question="Is it getting better?"
      answer={trendLabels(days)}
      head={['Day, UTC', 'Compliant time, %']}
      rows={shares
        .toReversed()
        .map(({ day, share }) => [
          dayOf(day, now),
          share === null ? 'nothing judged' : percentLabels(share),
        ])}
    >
      <Drawing {...props} shares={shares} now={now} words={trendLabels(days)} />
    </ChartCard>
  )
}

function Drawing(props: {
  org: string
  search: OverviewSearch
  shares: readonly ShareOfDay[]
  now: number
  words: string
}) {
  const { org, search, shares, now } = props
  const [attach, width] = useElementWidth()
  const floor = floorOf(shares)
  const plot = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom }
  const x = (index: number) => edge.left + (index / Math.max(1, shares.length - 1)) * plot.width
  const y = (share: number) => edge.top + ((100 - share) / (100 - floor)) * plot.height
  const placed = shares.map((one, index) => ({ ...one, x: x(index) }))
  const lines = stretchesOf(placed)
  const newest = placed.findLast(({ share }) => share !== null)
  const ticks = [100, (100 + floor) / 2, floor]
  const labelled = [0, Math.floor((shares.length - 1) / 2), shares.length - 1]
  return (
    <div
      ref={attach}
      role="group"
      aria-label={props.words}
      className="mx-4 mb-3 max-md:pointer-events-none"
      style={{ minHeight: height }}
    >
      {width > 0 && (
        <svg width={width} height={height} className="block overflow-visible">
          {ticks.map((share) => (
            <g key={share} aria-hidden="true">
              <path d={`M${edge.left} ${y(share)}H${width - edge.right}`} className="stroke-line" />
              <text
                x={edge.left - 6}
                y={y(share) + 4}
                textAnchor="end"
                className="fill-muted text-[11px] tabular-nums"
              >
                {share}
              </text>
            </g>
          ))}
          {lines.map((line) =>
            line.length === 1 ? (
              <circle
                key={line[0]?.day}
                cx={line[0]?.x}
                cy={y(line[0]?.share ?? 0)}
                r="1.5"
                className="fill-text"
              />
            ) : (
              <path
                key={line[0]?.day}
                d={line
                  .map(
                    (one, index) =>
                      `${index ? 'L' : 'M'}${one.x.toFixed(1)} ${y(one.share ?? 0).toFixed(1)}`,
                  )
                  .join('')}
                fill="none"
                strokeWidth="1.5"
                strokeLinejoin="round"
                className="stroke-text"
              />
            ),
          )}
          {placed.map(({ day, share, x: at }) =>
            share === null ? null : (
              <Link
                key={day}
                to="/$org/events"
                params={{ org }}
                search={{
                  from: day,
                  to: day + daySeconds - 1,
                  ...(search.tag?.length && { tag: search.tag }),
                }}
                onKeyDown={moveFocusByArrowKeys}
                tabIndex={day === newest?.day ? 0 : -1}
                aria-label={`${dayOf(day, now)}: ${percentLabels(share)} %`}
                className="group"
              >
                <title>{`${dayOf(day, now)}: ${percentLabels(share)} %`}</title>
                <circle cx={at} cy={y(share)} r="5" fill="transparent" />
                <circle
                  cx={at}
                  cy={y(share)}
                  r="3"
                  className="fill-accent opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                />
              </Link>
            ),
          )}
          {labelled.map((index, place) => (
            <text
              key={index}
              aria-hidden="true"
              x={x(index)}
              y={height - 6}
              textAnchor={place === 0 ? 'start' : place === 1 ? 'middle' : 'end'}
              className="fill-muted text-[11px]"
            >
              {dayOf(shares[index]?.day ?? now, now)}
              {place === 2 && ', UTC'}
            </text>
          ))}
        </svg>
      )}
    </div>
  )
}

/** A day as the line shows it: what of the judged time was compliant, null where nothing was judged. */
export interface ShareOfDay {
  day: number
  /** In percent. */
  share: number | null
}

interface Counted {
  day: number
  judged: number
  compliant: number
}

/** The share of compliant time of each day. */
export function sharesOf(days: readonly Counted[]): ShareOfDay[] {
  return days.map(({ day, judged, compliant }) => {
    return { day, share: judged > 0 ? (100 * compliant) / judged : null }
  })
}

/** "89.4": one digit behind the point, and 100 only for all of it. */
export const percentLabels = (share: number) =>
  share === 100 ? '100' : Math.min(share, 99.9).toFixed(1)

/** The answer in words: the share of all judged time, and how the ends of the line compare. */
export function trendLabels(days: readonly Counted[]): string {
  const judged = days.filter((one) => one.judged > 0)
  if (judged.length === 0) return 'Nothing was judged in 90 days.'
  const sum = (field: 'judged' | 'compliant') =>
    judged.reduce((total, one) => total + one[field], 0)
  const all = (100 * sum('compliant')) / sum('judged')
  const [first, last] = [sharesOf(judged)[0]?.share ?? 0, sharesOf(judged).at(-1)?.share ?? 0]
  const change = last - first
  const moved =
    Math.abs(change) < 0.05
      ? 'as much today as at the beginning'
      : `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)} points to ${percentLabels(last)} %`
  return `${percentLabels(all)} % of judged time compliant in 90 days, ${moved}.`
}

/** Stretches of days without a gap: a line each. */
export function stretchesOf<Day extends { share: number | null }>(days: readonly Day[]): Day[][] {
  const stretches: Day[][] = []
  let isOpen = false
  for (const one of days) {
    if (one.share === null) isOpen = false
    else if (isOpen) stretches.at(-1)?.push(one)
    else {
      stretches.push([one])
      isOpen = true
    }
  }
  return stretches
}

/** The lowest number of the axis: whole tens below the lowest share, never so near that 100 is a point. */
export const floorOf = (days: readonly ShareOfDay[]) =>
  Math.max(
    0,
    Math.min(
      80,
      ...days.flatMap(({ share }) => (share === null ? [] : Math.floor(share / 20) * 20)),
    ),
  )
