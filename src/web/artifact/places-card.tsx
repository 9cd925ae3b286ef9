import { Link } from '@tanstack/react-router'
import type {
  EnvironmentOfArtifact,
  RecordedVerdict,
} from '#contract/artifact/environments-of-artifact.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { verdictOfRunning, verdicts, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** Where an artifact runs and ran, an environment a row; of one environment only, if that is asked. */
export function PlacesCard(props: {
  org: string
  fingerprint: string
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
                <th
                  key={heading}
                  scope="col"
                  role="columnheader"
                  className={heading === 'Verdict there' ? 'w-[34%]' : ''}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((place) => (
              <PlaceRow
                key={place.environment_name}
                org={org}
                fingerprint={props.fingerprint}
                place={place}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** What decided, where it is worth a word: the failing policies, or the allow-list. */
function decidedBy(verdict: RecordedVerdict | undefined): string {
  if (!verdict) return 'no policy'
  if (verdict.is_allowed) return 'allow-listed'
  return verdict.compliant ? '' : `by ${verdict.failing_policies.join(', ') || 'no fingerprint'}`
}

function PlaceRow(props: { org: string; fingerprint: string; place: EnvironmentOfArtifact }) {
  const { org, place } = props
  const last = place.periods.at(-1)
  if (!last) return null
  const index = last.exited_index ?? last.started_index
  const recorded = place.verdicts.at(-1)
  // A verdict that ended while it ran on was the last: no policy is asked any more.
  const isJudged = recorded && (recorded.to_index === null || last.exited_index !== null)
  const verdict = verdictOfRunning(isJudged ? recorded.compliant : null)
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
          className="inline-block min-w-6 py-0.5 text-inherit tabular-nums hover:underline max-md:py-3"
        >
          #{index}
        </SnapshotLink>
      </td>
      <td role="cell">
        <span className="flex items-center gap-1.5">
          <VerdictLabel verdict={verdict} />
          <span className="min-w-0 truncate text-muted" title={decidedBy(recorded)}>
            {decidedBy(recorded)}
          </span>
          {place.is_running && (
            <WhyLink
              of={props.fingerprint}
              name={`Why is it ${verdicts[verdict].label.toLowerCase()} in ${place.environment_name}?`}
              place={{ org, env: place.environment_name }}
              inRow
            />
          )}
        </span>
      </td>
    </tr>
  )
}
