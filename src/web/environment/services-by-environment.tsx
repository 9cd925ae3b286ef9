import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { RunningService, Service } from '#contract/deployment/deployed-service.ts'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { counted } from '#domain/common/counted.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { Empty, emptyCell } from '#web/ui/empty.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { servicesQuery } from './queries.ts'
import { comparable, isBehind, leadOf } from './service-environments.ts'

type Listed = Pick<EnvironmentSummary, 'name' | 'type' | 'stale_at'>

/** Which services wait to be promoted: those of several environments down, environments across. */
export default function Services(props: { org: string; environments: readonly Listed[] }) {
  const { org, environments } = props
  const names = environments.filter(({ type }) => type !== 'logical').map(({ name }) => name)
  const { data, error, refetch } = useQuery({
    ...servicesQuery(org, names),
    enabled: names.length > 0,
  })
  const { services, shown, others } = useMemo(() => comparable(data?.services ?? []), [data])
  const columns = useMemo(
    () => serviceColumns(org, shown, environments),
    [org, shown, environments],
  )
  if (error) {
    return (
      <div className="px-4 py-2">
        <LoadFailed what="What runs" frame="none" onRetry={refetch} />
      </div>
    )
  }
  if (!data && names.length > 0) return <SkeletonRows rows={8} />
  if (services.length === 0) {
    return <Empty>No service runs in two of these environments.</Empty>
  }
  const behind = services.filter(isBehind).length
  return (
    <>
      <LongTable
        caption="Services by environment"
        columns={columns}
        groups={[
          { label: 'Waiting', rows: services.filter(isBehind) },
          { label: 'The same everywhere', rows: services.filter((one) => !isBehind(one)) },
        ]}
        rowId={({ flow_name, name }) => `${flow_name}/${name}`}
      />
      <p className="border-t border-line px-4 py-2 text-meta text-muted">
        {behind} of {counted(services.length, 'service')} {behind === 1 ? 'waits' : 'wait'} to be
        promoted: commits that run in one environment do not yet run in another.
        {others > 0 &&
          ` ${others} more ${others === 1 ? 'runs' : 'run'} in fewer than two of these.`}
      </p>
    </>
  )
}

function serviceColumns(
  org: string,
  shown: readonly string[],
  environments: readonly Listed[],
): Columns<Service> {
  return columnsOf<Service>((column) => [
    column({
      id: 'service',
      header: 'Service',
      meta: { card: 'top', grows: true },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-baseline gap-1.5 max-md:flex-wrap">
          <Link
            to="/$org/flows/$flow/trails"
            params={{ org, flow: original.flow_name }}
            data-row-link
            title={`${original.name}, built by ${original.flow_name}`}
            className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
          >
            {original.name}
          </Link>{' '}
          {original.flow_name !== original.name && (
            <span data-spare className="min-w-0 truncate text-muted">
              {original.flow_name}
            </span>
          )}
        </span>
      ),
    }),
    ...shown.map((name) =>
      column({
        id: `in ${name}`,
        header: name,
        meta: { card: 'below' },
        cell: ({ row: { original } }) => (
          <Running
            org={org}
            service={original}
            running={original.running.find((one) => one.environment_name === name)}
            staleAt={environments.find((one) => one.name === name)?.stale_at ?? null}
          />
        ),
      }),
    ),
  ])
}

function Running(props: {
  org: string
  service: Service
  running: RunningService | undefined
  staleAt: number | null
}) {
  const { org, service, running, staleAt } = props
  const isStale = useStale(staleAt)
  if (!running) return emptyCell
  const { environment_name: env, artifact_name, fingerprint, commits_behind } = running
  const qualified = {
    verdict: verdictOfRunning(running.compliant),
    qualifiers: running.qualifiers,
    isStale,
  }
  const { version } = partsOfArtifactName(artifact_name)
  const lead = leadOf(service)
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="text-muted md:hidden">{env}</span>
      <QualifiedMark {...qualified} />
      <Link
        to="/$org/flows/$flow/artifacts/$fingerprint"
        params={{ org, flow: service.flow_name, fingerprint }}
        className="text-text hover:underline"
      >
        {version || <CommitHash sha1={running.git_commit} />}
      </Link>
      {commits_behind > 0 && lead !== undefined && (
        <Link
          to="/$org/environments/$env/diff"
          params={{ org, env }}
          search={{ head_env: lead, q: service.flow_name }}
          title={`${counted(commits_behind, 'commit')} behind ${lead}`}
          className="text-muted hover:underline"
        >
          {commits_behind} behind
        </Link>
      )}
    </span>
  )
}
