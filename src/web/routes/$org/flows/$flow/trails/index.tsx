import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import {
  type TrailSummary,
  listTrailSummaries,
  trailListQuery as listQuery,
  exportTrails,
} from '#contract/trail/trail.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { readSearch } from '#web/api/search-params.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { flowQuery, flowStatisticsQuery, windowDaysOf } from '#web/flow/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { selectionParts, useRowSelection } from '#web/table/selection-column.tsx'
import { ranges } from '#web/table/time-range.ts'
import { trailColumns } from '#web/trail/columns.tsx'
import { trailFilters } from '#web/trail/filters.ts'
import FirstTrail from '#web/trail/first-trail.tsx'
import { trailListQuery, trailQueryOf } from '#web/trail/queries.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { Note } from '#web/ui/note.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, PendingList } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { range: z.optional(z.enum(ranges)) })
const CompareBar = lazyPart(() => import('#web/trail/compare-bar.tsx'))
const TrendCard = lazyPart(() => import('#web/flow/trend-card.tsx'), <PendingCard shape="chart" />)

const idOf = ({ id }: TrailSummary) => id

const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/flows/$flow/trails/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { queryClient } = opened.context
    const { org, flow } = opened.params
    const search = searchOf(opened.location.search)
    void queryClient.prefetchQuery(flowStatisticsQuery(org, flow, 30))
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      openList('trails', opened, trailListQuery(org, flow, search)),
    ])
  },
  pendingComponent: () => (
    <FlowPending tab="Trails">
      <ReservedSpace heights={trendHeights}>
        <PendingCard shape="chart" />
      </ReservedSpace>
      <PendingList rows={14} />
    </FlowPending>
  ),
  component: TrailsPage,
})

function TrailsPage() {
  const { org, flow: flowName } = Route.useParams()
  const search = Route.useSearch()
  useWhyKey()
  const list = useListPage({
    search,
    queryOf: (listSearch) => trailListQuery(org, flowName, listSearch),
    rowId: idOf,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf: trailFilters,
  })
  const { shown, pagination, isNarrowed } = list
  const columns = useMemo(() => trailColumns(org, search), [org, search])
  const choice = useColumnChoice(columns)
  const chosen = useRowSelection(list.rows, idOf, JSON.stringify([org, flowName]))

  return (
    <FlowPage
      org={org}
      flow={flowName}
      facts={<RowCount total={pagination.total} thing="trail" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          views="trails"
          call={{
            endpoint: listTrailSummaries,
            params: { org, flow_name: flowName },
            query: () => trailQueryOf(shown),
          }}
          exports={exportTrails}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Trails"
        what="trail"
        order="newest first"
        first={<NoTrail org={org} flow={flowName} />}
        above={
          <ReservedSpace heights={trendHeights}>
            <Boundary resetKey={list.data} fallback={<Note>The chart could not be shown.</Note>}>
              <TrendCard org={org} flow={flowName} days={windowDaysOf(shown.range)} />
            </Boundary>
          </ReservedSpace>
        }
      >
        <DataTable
          caption={`Trails of ${flowName}`}
          columns={columns}
          choice={choice}
          {...list.table}
          selection={{
            parts: selectionParts,
            chosen: chosen.ids,
            onChange: chosen.chooseIds,
            nameOf: ({ name }) => name,
          }}
        />
      </ListBody>
      {chosen.rows.length > 0 && (
        <CompareBar
          org={org}
          flow={flowName}
          trails={chosen.rows}
          onClear={() => chosen.choose([])}
        />
      )}
    </FlowPage>
  )
}

/** Of the days above the list. */
const trendHeights = { wide: 250, phone: 314 }

function NoTrail(props: { org: string; flow: string }) {
  const { data: flow } = useSuspenseQuery(flowQuery(props.org, props.flow))
  if (flow.archived_at === null) return <FirstTrail org={props.org} flow={props.flow} />
  return <p className="text-table text-muted">No trail was begun before it was archived.</p>
}
