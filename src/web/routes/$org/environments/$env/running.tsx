import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { downloadSnapshotPackage } from '#contract/audit-package/audit-package.ts'
import { getRunningNow, exportRunning } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { loadWithPage } from '#web/api/list-query.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { bandDays } from '#web/environment/band-spans.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { FirstReport } from '#web/environment/first-report.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { verdictRunsQuery } from '#web/environment/verdict-runs-query.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { ArtifactsCard } from '#web/snapshot/artifacts-card.tsx'
import { closed, Instances } from '#web/snapshot/instances.tsx'
import { artifactKey } from '#web/snapshot/narrow.ts'
import { runningQuery } from '#web/snapshot/queries.ts'
import { filtersIn, runningSearch } from '#web/snapshot/search.ts'
import { ShowNewRowsButton, useFrozenRows } from '#web/table/frozen-rows.tsx'
import { clearing } from '#web/table/filter.ts'
import { Empty } from '#web/ui/empty.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const RecipientsCard = lazyPart(
  () => import('#web/notification/recipients-card.tsx'),
  <PendingCard shape="text" className="h-[7.5rem]" />,
)
const PoliciesCard = lazyPart(
  () => import('#web/policy/attach/policies-card.tsx'),
  <PendingCard shape="text" className="h-[7.5rem]" />,
)
const BandCard = lazyPart(
  () => import('#web/environment/band-card.tsx'),
  <PendingCard shape="chart" className="h-[9.375rem]" />,
)

const searchOf = (raw: Record<string, unknown>) => readSearch(runningSearch, raw)

export const Route = createFileRoute('/$org/environments/$env/running')({
  validateSearch: searchOf,
  loader: ({ context: { queryClient }, params: { org, env }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(
        runningQuery(org, env, searchOf(location.search).failing_control ?? undefined),
      ),
      loadWithPage(queryClient, verdictRunsQuery(org, [env], bandDays)),
      BandCard.preload().catch(() => null),
    ]),
  pendingComponent: () => (
    <EnvironmentPending tab="Running">
      <SkeletonRows rows={12} />
    </EnvironmentPending>
  ),
  component: RunningPage,
})

function RunningPage() {
  const { org, env } = Route.useParams()
  const search = Route.useSearch()
  const control = search.failing_control ?? undefined
  const query = useSuspenseQuery(runningQuery(org, env, control))
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const { artifacts, index, reporting } = query.data
  // A logical environment has snapshots of nothing until a member is reported.
  const isSilent = environment.last_reported_at === null && artifacts.length === 0 && !control
  const held = useFrozenRows(artifacts, artifactKey, `${org}/${env}/${control ?? ''}`)
  const narrow = useSearchChange<typeof search>()
  const clear = () => narrow(clearing(search))
  return (
    <EnvironmentPage
      org={org}
      env={env}
      facts={
        index > 0 && (
          <>
            <SnapshotLink org={org} env={env} index={index} />
            {control === undefined && (
              <span>
                <span className="font-medium text-text">{artifacts.length}</span> running
              </span>
            )}
          </>
        )
      }
      actions={
        <PageActions
          call={{
            endpoint: getRunningNow,
            params: { org, env_name: env },
            query: () => filtersIn(search),
          }}
          exports={exportRunning}
          {...(index > 0 && {
            auditPackage: downloadSnapshotPackage,
            scope: { snapshot_expression: String(index) },
          })}
        />
      }
    >
      <IgnoredNote ignored={search.ignored} />
      <StaleNote what="What runs" query={query} />
      {index > 0 && (
        <div className="mb-4">
          <BandCard org={org} env={env} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[86rem]/main:grid-cols-[minmax(0,1fr)_18.75rem]">
        {/* What leaves when there is little room looks at the page beside the card. */}
        <div className="@container/main min-w-0">
          {isSilent && <FirstReport org={org} environment={environment} />}
          {!isSilent && !control && held.rows.length === 0 && (
            <Empty isFramed>Nothing runs here, by the last report.</Empty>
          )}
          {(held.rows.length > 0 || control) && (
            <ArtifactsCard
              org={org}
              env={env}
              caption={`${counted(held.rows.length, 'artifact')} running in ${env}`}
              artifacts={held.rows}
              search={search}
              reporting={reporting}
              narrow={narrow}
              onClear={clear}
            >
              <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
            </ArtifactsCard>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[50rem]/main:auto-cols-fr @min-[50rem]/main:grid-flow-col @min-[86rem]/main:grid-flow-row">
          <RecipientsCard org={org} env={env} />
          {environment.type !== 'logical' && <PoliciesCard org={org} env={env} />}
        </div>
      </div>
      <Instances
        org={org}
        env={env}
        index={index}
        artifacts={held.rows}
        open={search}
        onClose={() => narrow(closed)}
      />
    </EnvironmentPage>
  )
}

/** The newest snapshot of an environment, by number. */
function SnapshotLink(props: { org: string; env: string; index: number }) {
  const { org, env, index } = props
  return (
    <span>
      Snapshot{' '}
      <Link
        to="/$org/environments/$env/snapshots/$snapshot"
        params={{ org, env, snapshot: String(index) }}
        className="font-medium text-text hover:underline"
      >
        #{index}
      </Link>
    </span>
  )
}
