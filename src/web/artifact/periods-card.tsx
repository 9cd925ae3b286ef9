import { useState } from 'react'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { DrawingCard } from '#web/chart/drawing-card.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { stampOf, durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { fillLabels, PeriodsDrawing, segmentsOf, verdictLabels } from './periods-drawing.tsx'

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
          period.exited_at === null ? 'running' : durationOf(period.exited_at - period.started_at),
        Verdict: verdictLabels(one, period, now),
      },
    }))
