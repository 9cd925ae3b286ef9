import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { exportSnapshots } from '#contract/export/export.ts'
import {
  listSnapshotSummaries,
  snapshotListQuery as listQuery,
} from '#contract/snapshot/snapshot-page.ts'
import { ApiError, ignoreTemporaryError } from '#web/api/api-error.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { readSearch } from '#web/api/search-params.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { FirstReport } from '#web/environment/first-report.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { snapshotFilters } from '#web/snapshot/filters.tsx'
import { GoToTime, momentExpression } from '#web/snapshot/go-to-time.tsx'
import { snapshotListQuery, snapshotQuery, snapshotQueryOf } from '#web/snapshot/queries.ts'
import { snapshotColumns } from '#web/snapshot/snapshot-columns.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { isSet } from '#web/table/filter.ts'
import { FilteredList } from '#web/table/filtered-list.tsx'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { ranges } from '#web/table/time-range.ts'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** `at` is a moment, whose snapshot is opened in place of the list. */
const search = z.extend(listQuery, {
  range: z.optional(z.enum(ranges)),
  at: z.optional(z.string()),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/environments/$env/snapshots/')({
  validateSearch: searchOf,
  // A moment leads away, wherever it was asked; other filters are the same page.
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: async ({ context: { queryClient }, params: { org, env }, location }) => {
    const asked = searchOf(location.search)
    const expression = asked.at && momentExpression(asked.at, Date.now() / 1_000)
    if (expression) {
      const found = await queryClient
        .fetchQuery(snapshotQuery(org, env, expression))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
      if (found) {
        const snapshot = String(found.index)
        queryClient.setQueryData(snapshotQuery(org, env, snapshot).queryKey, found)
        throw redirect({
          to: '/$org/environments/$env/snapshots/$snapshot',
          params: { org, env, snapshot },
          replace: true,
        })
      }
    }
    return Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(snapshotListQuery(org, env, asked)).catch(ignoreTemporaryError),
    ])
  },
  pendingComponent: SnapshotsPending,
  component: SnapshotsPage,
})

function SnapshotsPage() {
  const { org, env } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    snapshotListQuery(org, env, asked),
  )
  const { data, pagination } = list.data
  const scope = JSON.stringify([org, env, shown])
  const held = useFrozenRows(data, (snapshot) => String(snapshot.index), scope)
  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () => void navigate({ search: ({ per_page }) => ({ per_page }) })
  const filters = snapshotFilters(search, narrow)
  const isNarrowed = snapshotFilters(shown, narrow).some(isSet)
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Snapshots"
      facts={<RowCount total={pagination.total} thing="snapshot" isNarrowed={isNarrowed} />}
      actions={
        <>
          <GoToTime org={org} env={env} />
          <PageActions
            call={{
              endpoint: listSnapshotSummaries,
              params: { org, env_name: env },
              query: () => snapshotQueryOf(shown),
            }}
            exports={exportSnapshots}
          />
        </>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      {search.at !== undefined && <NoSuchMoment at={search.at} />}
      <StaleNote what="Snapshots" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstReport org={org} environment={environment} />
      ) : (
        <FilteredList
          what="snapshot"
          order="newest first"
          filters={filters}
          held={held}
          pagination={pagination}
          isBusy={isBusy}
          onClear={clear}
          onSize={(per_page) => narrow({ per_page })}
        >
          <DataTable
            caption={`Snapshots of ${env}`}
            columns={snapshotColumns({ org, env })}
            rows={held.rows}
            rowId={(snapshot) => String(snapshot.index)}
          />
        </FilteredList>
      )}
    </EnvironmentPage>
  )
}

/** What was asked for is no moment, or lies before the first report. */
function NoSuchMoment(props: { at: string }) {
  const isMoment = momentExpression(props.at, 0) !== null
  return (
    <Note>
      {isMoment
        ? `Nothing was reported yet at “${props.at}”: there is no snapshot of that time.`
        : `“${props.at}” is no moment: write 2026-11-20 08:00, or 2 hours ago.`}
    </Note>
  )
}

function SnapshotsPending() {
  return (
    <EnvironmentPending tab="Snapshots">
      <SkeletonRows rows={12} />
    </EnvironmentPending>
  )
}
