import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { flowListQuery as listQuery, listFlowSummaries, exportFlows } from '#contract/flow/flow.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { knownTagsOf } from '#web/record/known-records.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import { flowColumns } from '#web/flow/columns.tsx'
import { flowQueryOf, flowListQuery, flowNoun } from '#web/flow/queries.ts'
import { StripLegend } from '#web/flow/trail-strip.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useSpaceFilter } from '#web/space/queries.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { useChosenRows } from '#web/table/selection-column.tsx'
import { sortingOf } from '#web/table/sorting.ts'
import { type Filter, archivedFilter, oneOf } from '#web/table/filter.ts'
import { tagFilters } from '#web/table/repeated-filters.ts'
import { RowCount } from '#web/table/paging.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { archived: z._default(z.boolean(), false) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const FirstFlow = lazyPart(() => import('./-first-flow.tsx'))
const NewFlowDialog = lazyPart(() => import('#web/flow/new-flow-dialog.tsx'))
const SelectionBar = lazyPart(() => import('#web/record/selection-bar.tsx'))

export const Route = createFileRoute('/$org/flows/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: async (opened) => {
    const query = flowListQuery(opened.params.org, searchOf(opened.location.search))
    await openList('flows', opened, query)
    const { queryClient } = opened.context
    const flows = queryClient.getQueryData<Awaited<ReturnType<typeof query.queryFn>>>(
      query.queryKey,
    )
    // How to begin, where there is none: it is shown with the page.
    if (flows?.data.length === 0) await FirstFlow.preload().catch(() => null)
  },
  pendingComponent: () => <PendingListPage heading="Flows" rows={14} />,
  component: FlowsPage,
})

function FlowsPage() {
  const { org } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const spaceFilter = useSpaceFilter(org)
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => flowListQuery(org, listSearch),
    rowId: (flow) => flow.id,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf: (search, narrow) => [
      ...filtersOf(org, search, narrow),
      ...spaceFilter(search.space_id, (space_id) => narrow({ space_id })),
    ],
  })
  const { shown, pagination, isNarrowed } = list
  const refusal = useRefusal('member')
  const [isMaking, setMaking] = useState(false)
  const chosen = useChosenRows(list.table, { nameOf: ({ name }) => name })
  const choice = useColumnChoice(flowColumns)
  const sorting = sortingOf(list, sorts)

  return (
    <Page
      title={['Flows', org]}
      heading="Flows"
      facts={
        <>
          <RowCount total={pagination.total} thing="flow" isNarrowed={isNarrowed} />
          <Link
            to="/$org/trails"
            params={{ org }}
            className="text-accent hover:underline max-md:inline-block max-md:py-3"
          >
            Trails of all flows
          </Link>
        </>
      }
      actions={
        <CreateActions label="New flow" refusal={refusal} create={() => setMaking(true)}>
          <PageActions
            views="flows"
            call={{ endpoint: listFlowSummaries, params: { org }, query: () => flowQueryOf(shown) }}
            exports={exportFlows}
          />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Flows"
        what="flow"
        order={sorting.by === 'name' ? 'sorted by name' : 'sorted by activity'}
        first={<FirstFlow org={org} />}
      >
        <DataTable
          caption="Flows"
          columns={flowColumns}
          choice={choice}
          {...list.table}
          selection={shown.archived ? undefined : chosen.selection}
          sorting={sorting}
        />
        <StripLegend />
      </ListBody>
      {isMaking && (
        <NewFlowDialog
          org={org}
          onClose={() => setMaking(false)}
          onCreated={(flow) =>
            void navigateAfterSave({ to: '/$org/flows/$flow/trails', params: { org, flow } })
          }
        />
      )}
      {chosen.rows.length > 0 && !shown.archived && (
        <SelectionBar
          noun={flowNoun}
          org={org}
          names={chosen.rows.map(({ name }) => name)}
          pagination={list.pagination}
          refusal={refusal}
          onClear={chosen.clear}
          onArchived={list.frozen.release}
        />
      )}
    </Page>
  )
}

type Search = ReturnType<typeof Route.useSearch>
const sorts = ['name', 'latest_activity'] as const

function filtersOf(
  org: string,
  search: Search,
  narrow: (change: Partial<Search>) => void,
): Filter[] {
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    oneOf(
      'Visibility',
      [
        { value: 'private', label: 'private' },
        { value: 'public', label: 'public' },
      ],
      search.visibility,
      (visibility) => narrow({ visibility }),
    ),
    ...tagFilters(search.tag, (tag) => narrow({ tag }), knownTagsOf(org, 'flow')),
    archivedFilter(search.archived, (archived) => narrow({ archived })),
  ]
}
