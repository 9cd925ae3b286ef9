import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daySeconds } from '#domain/common/days.ts'
import { ChartCard } from '../chart/chart-card.tsx'
import { useElementWidth } from '../chart/element-width.ts'
import { moveFocusByArrowKeys } from '../chart/move-inside.ts'
import { dayOf } from '../ui/time-text.ts'
import { FailedBlock } from './failed-block.tsx'
import { complianceDaysQuery, type OverviewSearch } from './queries.ts'
import {
  floorOf,
  percentLabels,
  type ShareOfDay,
  sharesOf,
  stretchesOf,
  trendLabels,
} from './share-of-days.ts'

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
