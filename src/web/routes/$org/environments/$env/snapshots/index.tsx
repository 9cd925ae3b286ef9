import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import {
  listSnapshotSummaries,
  snapshotListQuery as listQuery,
  exportSnapshots,
} from '#contract/snapshot/snapshot-page.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { ApiError, ignoreTemporaryError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { FirstReport } from '#web/environment/first-report.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import { registryText, registryOf } from '#web/domain-ui/registry.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { GoToTime, instantIn, momentExpression } from '#web/snapshot/go-to-time.tsx'
import { snapshotListQuery, snapshotQuery, snapshotQueryOf } from '#web/snapshot/queries.ts'
import { snapshotColumns } from '#web/snapshot/snapshot-columns.tsx'
import { dayGroups } from '#web/table/day-groups.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { type Filter, oneOf } from '#web/table/filter.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { countText } from '#web/table/paging.tsx'
import { ranges, timesIn } from '#web/table/time-range.ts'
import { Note } from '#web/ui/note.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const SnapshotsAnswer = lazyPart(
  () => import('#web/environment/snapshots-answer.tsx'),
  <PendingCard shape="text" />,
)

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
    const listSearch = searchOf(location.search)
    const expression = listSearch.at && momentExpression(listSearch.at, Date.now() / 1_000)
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
          search: { at: instantIn(expression) },
          replace: true,
        })
      }
    }
    return Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient
        .ensureQueryData(snapshotListQuery(org, env, listSearch))
        .catch(ignoreTemporaryError),
    ])
  },
  pendingComponent: () => (
    <EnvironmentPending tab="Snapshots">
      <SkeletonRows rows={12} />
    </EnvironmentPending>
  ),
  component: SnapshotsPage,
})

function SnapshotsPage() {
  const { org, env } = Route.useParams()
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => snapshotListQuery(org, env, listSearch),
    rowId: (snapshot) => String(snapshot.index),
    filtersOf,
  })
  const { search, shown, pagination, isNarrowed } = list
  const registry = registryOf(list.rows.flatMap(({ changes }) => changes.map(({ name }) => name)))
  const { stale_at: staleAt } = environment
  const columns = useMemo(
    () => snapshotColumns({ org, env, staleAt }, registry),
    [org, env, staleAt, registry],
  )
  const choice = useColumnChoice(columns)
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Snapshots"
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
      {search.at !== undefined && <NoSuchMoment at={search.at} />}
      <ListBody
        columns={choice}
        list={list}
        title="Snapshots"
        what="snapshot"
        order={`newest first; another number of instances is no change${registryText(registry)}`}
        above={
          pagination.total > 0 && (
            <ReservedSpace heights={{ wide: 194, phone: 234 }}>
              <SnapshotsAnswer
                org={org}
                env={env}
                population={`${pagination.total} ${countText(pagination.total, 'snapshot', isNarrowed)}`}
              />
            </ReservedSpace>
          )
        }
        first={<FirstReport org={org} environment={environment} />}
      >
        <LongTable
          caption={`Snapshots of ${env}`}
          columns={columns}
          choice={choice}
          groups={dayGroups(list.rows, ({ from }) => from, 'snapshot')}
          rowId={list.table.rowId}
        />
      </ListBody>
    </EnvironmentPage>
  )
}

type Search = ReturnType<typeof Route.useSearch>

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    oneOf('Verdict', verdictOptions, search.verdict, (verdict) => narrow({ verdict })),
    { kind: 'time', label: 'Active during', value: timesIn(search), onChange: narrow },
  ]
}

/** Note that the text is no moment, or lies before the first report. */
function NoSuchMoment(props: { at: string }) {
  const isMoment = momentExpression(props.at, 0) !== null
  return (
    <Note>
      {isMoment
        ? `Nothing was reported yet at “${props.at}”: there is no snapshot of that time.`
        : `“${props.at}” is not a time: enter 2026-11-20 08:00, or 2 hours ago.`}
    </Note>
  )
}
