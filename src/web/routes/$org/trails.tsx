import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import {
  allTrailsQuery as listQuery,
  exportAllTrails,
  listAllTrailSummaries,
} from '#contract/trail/trail.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { archivedFlowsSearch } from '#web/table/archived-flows.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { ranges } from '#web/table/time-range.ts'
import { trailColumns } from '#web/trail/columns.tsx'
import { allTrailsFilters } from '#web/trail/filters.ts'
import { allTrailsQuery, allTrailsQueryOf } from '#web/trail/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { NoMatch } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { ...archivedFlowsSearch, range: z.optional(z.enum(ranges)) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/trails')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org }, location }) =>
    queryClient
      .ensureQueryData(allTrailsQuery(org, searchOf(location.search)))
      .catch(ignoreTemporaryError),
  pendingComponent: () => <PendingListPage heading="Trails" rows={14} />,
  component: TrailsPage,
  staticData: { crumb: 'Trails' },
})

function TrailsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  useWhyKey()
  const list = useListPage({
    search,
    queryOf: (listSearch) => allTrailsQuery(org, listSearch),
    rowId: (trail) => trail.id,
    filtersOf: (listSearch, narrow) => allTrailsFilters(org, listSearch, narrow),
  })
  const { shown, pagination, isNarrowed } = list
  const columns = useMemo(() => trailColumns(org, search, true), [org, search])
  const choice = useColumnChoice(columns)

  return (
    <Page
      title={['Trails', org]}
      heading="Trails"
      facts={<RowCount total={pagination.total} thing="trail" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          call={{
            endpoint: listAllTrailSummaries,
            params: { org },
            query: () => allTrailsQueryOf(shown),
          }}
          exports={exportAllTrails}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Trails"
        what="trail"
        order="newest first"
        first={<NoTrail org={org} />}
      >
        <DataTable caption={`Trails of ${org}`} columns={columns} choice={choice} {...list.table} />
      </ListBody>
    </Page>
  )
}

function NoTrail(props: { org: string }) {
  return (
    <Card title="No trail yet">
      <NoMatch sentence="Each run of a flow becomes a trail.">
        <Link to="/$org/flows" params={props} className="text-accent hover:underline">
          Begin one in a flow
        </Link>
      </NoMatch>
    </Card>
  )
}
