import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { SnapshotLink } from '../ui/snapshot-link.tsx'
import { durationOf } from '../ui/time-text.ts'
import { TimeStamp } from '../ui/time.tsx'
import { verdictLabels } from './period-verdicts.ts'

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
