import type {
  EnvironmentOfArtifact,
  RunningPeriod,
} from '#contract/artifact/environments-of-artifact.ts'
import { useVerdictFills } from '../chart/verdict-fill.tsx'
import { SnapshotLink } from '../ui/snapshot-link.tsx'
import { dayOf, stampOf } from '../ui/time-text.ts'
import { segmentsOf, verdictLabels } from './period-verdicts.ts'

const lane = 28
const bar = 14
const foot = 20
const leastWidth = 3

/** A lane for each environment, a bar for each period in which the artifact ran there. */
export function PeriodsDrawing(props: {
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
      className="block text-mini"
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
              const words = `${name}: ${periodLabels(period)}, ${verdictLabels(environment, period, to)}`
              return (
                <SnapshotLink
                  key={period.started_index}
                  org={org}
                  environment={name}
                  index={period.started_index}
                  label={words}
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
  const most = Math.floor(room / letterWidth) - 1
  return name.length > most ? `${name.slice(0, most - 1)}…` : name
}

const periodLabels = ({ started_at, exited_at }: RunningPeriod) =>
  `from ${stampOf(started_at)} ${exited_at === null ? 'until now' : `to ${stampOf(exited_at)}`}`
