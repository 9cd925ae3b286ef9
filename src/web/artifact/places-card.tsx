import { Link } from '@tanstack/react-router'
import type { EnvironmentOfArtifact } from '#contract/artifact-run.ts'
import { Card } from '../ui/card.tsx'
import { SnapshotLink } from '../ui/snapshot-link.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'

/** Where an artifact runs and ran, an environment a row; of one environment only, if that is asked. */
export function PlacesCard(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
  only: string | undefined
}) {
  const { org, environments, only } = props
  const shown = environments.filter((one) => !only || one.environment_name === only)
  const running = environments.filter((one) => one.is_running).length
  return (
    <Card
      title="Where it runs"
      remark={
        environments.length === 0
          ? 'in no snapshot'
          : `running in ${running} of the ${environments.length} ${environments.length === 1 ? 'environment' : 'environments'} it reached`
      }
      actions={
        only && (
          <Link
            to="."
            search={(search: object) => ({ ...search, environment: undefined })}
            className="px-2 text-table text-accent hover:underline max-md:py-3"
          >
            All environments
          </Link>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-table text-muted">
          {only
            ? `No snapshot of ${only} has it.`
            : 'No environment has reported it. What reports it next shows here by itself.'}
        </p>
      ) : (
        <table
          className="data-table cards border-t border-line [--row:32px] max-md:border-0"
          role="table"
        >
          <caption className="sr-only">Environments of this artifact</caption>
          <thead role="rowgroup">
            <tr role="row">
              {['Environment', 'State', 'Since', 'Snapshot', 'Verdict there'].map((heading) => (
                <th key={heading} scope="col" role="columnheader">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((place) => (
              <PlaceRow key={place.environment_name} org={org} place={place} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function PlaceRow(props: { org: string; place: EnvironmentOfArtifact }) {
  const { org, place } = props
  const last = place.periods.at(-1)
  if (!last) return null
  const index = last.exited_index ?? last.started_index
  return (
    <tr role="row">
      <td role="cell" className="max-md:w-full max-md:text-body" title={place.names.join(', ')}>
        <Link
          to="."
          search={(search: object) => ({ ...search, environment: place.environment_name })}
          className="font-medium text-text hover:underline max-md:py-3"
        >
          {place.environment_name}
        </Link>{' '}
        <span className="text-muted">{place.environment_type}</span>
      </td>
      <td role="cell">
        {last.exited_index === null ? 'Running' : <span className="text-muted">Exited</span>}
      </td>
      <td role="cell" className="text-muted">
        <TimeAgo at={last.exited_at ?? last.started_at} suffix />
      </td>
      <td role="cell">
        <SnapshotLink
          org={org}
          environment={place.environment_name}
          index={index}
          className="text-inherit tabular-nums hover:underline max-md:py-3"
        >
          #{index}
        </SnapshotLink>
      </td>
      <td role="cell">
        <VerdictWord verdict="unknown" />
      </td>
    </tr>
  )
}
