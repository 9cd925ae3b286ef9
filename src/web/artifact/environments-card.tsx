import { Link } from '@tanstack/react-router'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { Card } from '#web/ui/card.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { DayStamp, TimeAgo, useNow } from '#web/ui/time.tsx'
import { decidedBy, isOnlySeen, stateOfEnvironment } from './environment-state.ts'

const hiddenWhereNarrow = 'md:@max-[50rem]/main:hidden'

/** Where an artifact runs and ran, an environment a row; of one environment only, if that is asked. */
export function EnvironmentsCard(props: {
  org: string
  fingerprint: string
  environments: readonly EnvironmentOfArtifact[]
  only: string | undefined
}) {
  const { org, environments, only } = props
  const shown = environments.filter((one) => !only || one.environment_name === only)
  const now = useNow()
  const running = environments.filter((one) => one.is_running).length
  const seen = environments.filter((one) => isOnlySeen(one, now)).length
  const before = environments.length - running
  const counts = [
    (running > seen || seen === 0) && `${running - seen} now`,
    seen > 0 && `${seen} when last seen`,
    before > 0 && `${before} before`,
  ]
  return (
    <Card
      title="Where does it run?"
      remark={environments.length === 0 ? 'in no snapshot' : counts.filter(Boolean).join(', ')}
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
        <SmallTable
          caption="Environments of this artifact"
          columns={[
            { heading: 'Environment', width: 'max(8.5rem, 20%)' },
            { heading: 'Verdict there', width: 'max(8.5rem, 24%)' },
            { heading: 'Decided by', className: hiddenWhereNarrow },
            { heading: 'Since', width: '8.5rem', isNumber: true },
            { heading: 'Why', width: '4rem', isUnnamed: true },
          ]}
          className="border-t border-line max-md:border-0"
        >
          {shown.map((environment) => (
            <EnvironmentRow
              key={environment.environment_name}
              org={org}
              fingerprint={props.fingerprint}
              environment={environment}
            />
          ))}
        </SmallTable>
      )}
    </Card>
  )
}

function EnvironmentRow(props: {
  org: string
  fingerprint: string
  environment: EnvironmentOfArtifact
}) {
  const { org, environment } = props
  const state = stateOfEnvironment(environment, useNow())
  if (!state) return null
  const { period, recorded } = state
  const text = decidedBy(recorded)
  return (
    <tr role="row">
      <td
        role="cell"
        className="max-md:-order-1 max-md:w-full max-md:text-body"
        title={environment.names.join(', ')}
      >
        <Link
          to="."
          search={(search: object) => ({ ...search, environment: environment.environment_name })}
          className="font-medium text-text hover:underline max-md:-my-3 max-md:py-3"
        >
          {environment.environment_name}
        </Link>
      </td>
      <td role="cell">
        <VerdictLabel {...state} />
      </td>
      <td
        role="cell"
        className={`${recorded?.compliant === false ? '' : 'text-muted'} ${hiddenWhereNarrow} max-md:order-1 max-md:w-full`}
        title={text}
      >
        {text}
      </td>
      <td role="cell" className="text-right max-md:ml-auto">
        <SnapshotLink
          org={org}
          environment={environment.environment_name}
          index={period.exited_index ?? period.started_index}
          className="inline-block py-0.5 text-inherit tabular-nums hover:underline max-md:-my-3 max-md:py-3"
        >
          {period.exited_at === null ? (
            <TimeAgo at={period.started_at} />
          ) : (
            <span className="text-muted">
              exited <DayStamp at={period.exited_at} />
            </span>
          )}
          <span className="sr-only">, snapshot {period.exited_index ?? period.started_index}</span>
        </SnapshotLink>
      </td>
      <td role="cell" className="text-right">
        {environment.is_running && (
          <WhyLink
            of={props.fingerprint}
            name={whyTitle('it', state, environment.environment_name)}
            page={{ org, env: environment.environment_name }}
            inRow
          />
        )}
      </td>
    </tr>
  )
}
