import { useState } from 'react'
import type {
  EnvironmentOfArtifact,
  RecordedVerdict,
  RunningPeriod,
} from '#contract/artifact/environments-of-artifact.ts'
import { splitByPeriods } from '#domain/common/split-by-periods.ts'
import { countExceptions } from '#domain/verdict/qualified-verdict.ts'
import { DrawingCard } from '#web/chart/drawing-card.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { dayOf, durationOf, stampOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { isOnlySeen } from './environment-state.ts'

/** When an artifact ran in each environment: where, when, allowed? */
export function PeriodsCard(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
}) {
  const { org, environments } = props
  const [now] = useState(() => Date.now() / 1_000)
  const starts = environments.flatMap(({ periods }) => periods.map((period) => period.started_at))
  if (starts.length === 0) return null
  const from = Math.min(...starts)
  const fills = environments.flatMap((one) =>
    one.periods.flatMap((period) => segmentsOf(one, period, now).map(({ fill }) => fill)),
  )
  const drawn = [...new Set(fills)]
  return (
    <DrawingCard
      title="Where and when did it run?"
      answer={
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {starts.length} {starts.length === 1 ? 'period' : 'periods'} since {stampOf(from)}
          {drawn.map((fill) => (
            <span key={fill} className="inline-flex items-center gap-1.5">
              <Swatch verdict={fill} />
              {fillLabels[fill]}
            </span>
          ))}
        </span>
      }
      renderDrawing={(width) => <PeriodsDrawing {...{ org, environments, from, width }} to={now} />}
      renderTable={() => ({
        label: 'Periods of running',
        caption: 'Periods of running, newest first',
        headings: ['Environment', 'Started, UTC', 'Exited, UTC', 'Ran for', 'Verdict'],
        rows: rowsOf(org, environments, now),
      })}
    />
  )
}

/** The periods in which an artifact ran, newest first. */
const rowsOf = (org: string, environments: readonly EnvironmentOfArtifact[], now: number) =>
  environments
    .flatMap((one) => one.periods.map((period) => ({ one, period })))
    .sort((a, b) => b.period.started_at - a.period.started_at)
    .map(({ one, period }) => ({
      key: `${one.environment_name}#${period.started_index}`,
      cells: {
        Environment: (
          <SnapshotLink
            org={org}
            environment={one.environment_name}
            index={period.started_index}
            className="text-inherit hover:underline"
          >
            {one.environment_name}#{period.started_index}
          </SnapshotLink>
        ),
        'Started, UTC': <TimeStamp at={period.started_at} form="moment" />,
        'Exited, UTC':
          period.exited_at === null ? '–' : <TimeStamp at={period.exited_at} form="moment" />,
        'Ran for':
          period.exited_at !== null
            ? durationOf(period.exited_at - period.started_at)
            : isOnlySeen(one, now)
              ? 'running when last seen'
              : 'running',
        Verdict: verdictsText(one, period, now),
      },
    }))

const lane = 28
const bar = 14
const foot = 20
const leastWidth = 3

/** A lane for each environment, a bar for each period in which the artifact ran there. */
function PeriodsDrawing(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
  /** Unix seconds of the left and of the right edge. */
  from: number
  to: number
  width: number
}) {
  const { org, environments, from, to, width } = props
  const { fills, definitions } = useVerdictFills()
  const left = Math.min(140, width / 3)
  const length = Math.max(1, to - from)
  const x = (at: number) => left + ((at - from) / length) * (width - left)
  const height = environments.length * lane + foot
  return (
    <svg
      width={width}
      height={height}
      role="group"
      aria-label="Periods of running by environment, the same as in the table"
      className="block text-[11px]"
    >
      {definitions}
      {environments.map((environment, row) => {
        const top = row * lane + (lane - bar) / 2
        const name = environment.environment_name
        return (
          <g key={name}>
            <text x={0} y={row * lane + lane / 2 + 4} fill="var(--text)">
              {shortened(name, left)}
              <title>{name}</title>
            </text>
            <line x1={left} x2={width} y1={top + bar / 2} y2={top + bar / 2} stroke="var(--line)" />
            {environment.periods.map((period) => {
              const start = x(period.started_at)
              const end = x(period.exited_at ?? to)
              const label = `${name}: ${periodText(period)}, ${verdictsText(environment, period, to)}`
              return (
                <SnapshotLink
                  key={period.started_index}
                  org={org}
                  environment={name}
                  index={period.started_index}
                  label={label}
                >
                  {segmentsOf(environment, period, to).map((segment) => (
                    <rect
                      key={segment.from}
                      x={Math.min(x(segment.from), width - leastWidth)}
                      y={top}
                      width={Math.max(leastWidth, x(segment.to) - x(segment.from))}
                      height={bar}
                      fill={fills[segment.fill]}
                    />
                  ))}
                  <rect
                    x={Math.min(start, width - leastWidth)}
                    y={top}
                    width={Math.max(leastWidth, end - start)}
                    height={bar}
                    rx={2}
                    fill="none"
                    stroke="var(--unknown-fill)"
                  />
                </SnapshotLink>
              )
            })}
          </g>
        )
      })}
      <text x={left} y={height - 4} fill="var(--muted)">
        {dayOf(from, to)}
      </text>
      <text x={width} y={height - 4} textAnchor="end" fill="var(--muted)">
        now
      </text>
    </svg>
  )
}

const letterWidth = 6.2

function shortened(name: string, room: number): string {
  const maxLetters = Math.floor(room / letterWidth) - 1
  return name.length > maxLetters ? `${name.slice(0, maxLetters - 1)}…` : name
}

const periodText = ({ started_at, exited_at }: RunningPeriod) =>
  `from ${stampOf(started_at)} ${exited_at === null ? 'until now' : `to ${stampOf(exited_at)}`}`

/** A stretch of a period with one verdict; dots, the fill of what is missing, stand for unknown. */
interface VerdictSegment {
  from: number
  to: number
  fill: 'compliant' | 'by-exception' | 'non-compliant' | 'overridden' | 'missing' | 'stale'
}

/** Time that exceptions carry has lines of its own. */
function fillOf({ compliant, qualifiers }: RecordedVerdict): VerdictSegment['fill'] {
  const isCarried = countExceptions(qualifiers) > 0
  if (compliant) return isCarried ? 'by-exception' : 'compliant'
  return isCarried ? 'overridden' : 'non-compliant'
}

/**
 * A period by its verdicts, oldest first; what no verdict covers is unknown, and what a silence of the
 * environment covers is stale. @param now Unix seconds
 */
export function segmentsOf(
  environment: Pick<EnvironmentOfArtifact, 'verdicts' | 'silences'>,
  period: RunningPeriod,
  now: number,
): VerdictSegment[] {
  const reported = reportedSegments(environment, period, now)
  const segments = reported.flatMap(({ fill, ...segment }) =>
    splitByPeriods(segment, environment.silences).map(({ isWithin, ...part }) => ({
      ...part,
      fill: isWithin ? ('stale' as const) : fill,
    })),
  )
  // One that has just begun has no length yet.
  if (segments.length === 0) return reported
  const joined = segments.filter(({ fill }, at) => fill !== segments[at - 1]?.fill)
  const end = segments.at(-1)?.to ?? now
  return joined.map((one, at) => ({ ...one, to: joined[at + 1]?.from ?? end }))
}

/** A period by its verdicts, whether reports of the environment came when they were due or not. */
function reportedSegments(
  { verdicts }: Pick<EnvironmentOfArtifact, 'verdicts'>,
  { started_index, exited_index, started_at, exited_at }: RunningPeriod,
  now: number,
): VerdictSegment[] {
  const end = exited_at ?? now
  const within = verdicts.filter(
    (one) =>
      (exited_index === null || one.from_index < exited_index) &&
      (one.to_index === null || one.to_index > started_index),
  )
  const marks = within.map((one) => ({
    from: Math.max(started_at, one.evaluated_at),
    fill: fillOf(one),
  }))
  const last = within.at(-1)
  // A verdict that ended while it ran on: policies were detached, at a time that nobody kept.
  const isOpen = last !== undefined && last.to_index !== null && exited_index === null
  const first = marks[0]?.from ?? end
  const unknown = { from: started_at, to: first, fill: 'missing' as const }
  const segments = marks.map(({ from, fill }, at) => ({
    from,
    to: marks[at + 1]?.from ?? end,
    fill,
  }))
  if (isOpen) return [{ from: started_at, to: end, fill: 'missing' }]
  return first > started_at ? [unknown, ...segments] : segments
}

/** Labels of the fills. */
const fillLabels: Record<VerdictSegment['fill'], string> = {
  compliant: 'compliant',
  'by-exception': 'compliant by exception',
  'non-compliant': 'non-compliant',
  overridden: 'non-compliant by override',
  missing: 'unknown',
  stale: 'stale',
}

/** The verdicts of a period in words: "unknown, then compliant". */
export const verdictsText = (...of: Parameters<typeof segmentsOf>): string =>
  segmentsOf(...of)
    .map(({ fill }) => fillLabels[fill])
    .join(', then ')
