import { useState } from 'react'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { TableToggle } from '#web/chart/chart-card.tsx'
import { useElementWidth } from '#web/chart/use-element-width.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { Card } from '#web/ui/card.tsx'
import { stampOf, durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { PeriodsDrawing, verdictLabels } from './periods-drawing.tsx'

const legend = [
  ['compliant', 'compliant'],
  ['non-compliant', 'non-compliant'],
  ['missing', 'unknown'],
] as const

/** When an artifact ran in each environment: where, when, allowed? */
export function PeriodsCard(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
}) {
  const { org, environments } = props
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  const [now] = useState(() => Date.now() / 1_000)
  const starts = environments.flatMap(({ periods }) => periods.map((period) => period.started_at))
  if (starts.length === 0) return null
  const from = Math.min(...starts)
  return (
    <Card
      title="Where and when did it run?"
      answer={
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {starts.length} {starts.length === 1 ? 'period' : 'periods'} since {stampOf(from)}
          {legend.map(([fill, word]) => (
            <span key={fill} className="inline-flex items-center gap-1.5">
              <Swatch verdict={fill} />
              {word}
            </span>
          ))}
        </span>
      }
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {isTable ? (
        <PeriodsTable org={org} environments={environments} />
      ) : (
        <div ref={attach} className="mx-4 mb-3">
          {width > 0 && (
            <PeriodsDrawing
              org={org}
              environments={environments}
              from={from}
              to={now}
              width={width}
            />
          )}
        </div>
      )}
    </Card>
  )
}

/** The periods in which an artifact ran as a table, newest first. */
export function PeriodsTable(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
}) {
  const rows = props.environments
    .flatMap((one) =>
      one.periods.map((period) => ({
        environment: one.environment_name,
        ...period,
        verdict: verdictLabels(one, period, Date.now() / 1_000),
      })),
    )
    .sort((a, b) => b.started_at - a.started_at)
  return (
    <div
      role="region"
      aria-label="Periods of running"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-auto border-t border-line"
    >
      <table className="data-table [--row:28px] max-md:min-w-[560px] [&_th]:top-0!">
        <caption className="sr-only">Periods of running, newest first</caption>
        <thead>
          <tr>
            {['Environment', 'Started, UTC', 'Exited, UTC', 'Ran for', 'Verdict'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.environment}#${row.started_index}`}>
              <td>
                <SnapshotLink
                  org={props.org}
                  environment={row.environment}
                  index={row.started_index}
                  className="text-inherit hover:underline"
                >
                  {row.environment}#{row.started_index}
                </SnapshotLink>
              </td>
              <td>
                <TimeStamp at={row.started_at} form="moment" />
              </td>
              <td>
                {row.exited_at === null ? '–' : <TimeStamp at={row.exited_at} form="moment" />}
              </td>
              <td>
                {row.exited_at === null ? 'running' : durationOf(row.exited_at - row.started_at)}
              </td>
              <td>{row.verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
