import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listControlSummaries, exportControls } from '#contract/control/control-page.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { controlColumns } from '#web/control/columns.tsx'
import { FirstControl } from '#web/control/first-control.tsx'
import { controlListQuery, controlNoun, listed, requirementsQuery } from '#web/control/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { useChosenRows } from '#web/table/selection-column.tsx'
import { sortingOf } from '#web/table/sorting.ts'
import { RowCount } from '#web/table/paging.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'
import { controlFilters, ControlsFrame, ControlsView, controlText } from './-frame.tsx'
import { type ControlsSearch, searchOf } from './-search.ts'

const SelectionBar = lazyPart(() => import('#web/record/selection-bar.tsx'))
const FrameworksPage = lazyPart(() => import('./-frameworks.tsx'), <ControlsPending />)

export const Route = createFileRoute('/$org/controls/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { org } = opened.params
    const listSearch = searchOf(opened.location.search)
    return listSearch.view === 'frameworks'
      ? openList('controls', opened, requirementsQuery(org, listSearch))
      : openList('controls', opened, controlListQuery(org, listSearch))
  },
  pendingComponent: ControlsPending,
  component: ControlsPage,
  staticData: { viewCrumbs: { frameworks: 'Frameworks' } },
})

const sorts = ['identifier', 'name', 'coverage'] as const
const orders = {
  identifier: 'sorted by identifier',
  name: 'sorted by name',
  coverage: 'sorted by environments covered',
}

function ControlsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  if (search.view !== 'frameworks') return <ControlList />
  return <FrameworksPage org={org} search={search} />
}

function ControlList() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => controlListQuery(org, listSearch),
    rowId: ({ identifier }) => identifier,
    text: controlText,
    filtersOf: controlFilters,
  })
  const { search, shown, pagination, isNarrowed } = list
  const chosen = useChosenRows(list.table, { nameOf: ({ identifier }) => identifier })
  const refusal = useRefusal('admin')
  const viewing = {
    view: search.view,
    onChange: (view: ControlsSearch['view']) => list.narrow({ view }),
  }
  const columns = useMemo(() => controlColumns(org), [org])
  const choice = useColumnChoice(columns)
  const sorting = sortingOf(list, sorts)

  return (
    <ControlsFrame
      org={org}
      facts={<RowCount total={pagination.total} thing="control" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          views="controls"
          call={{ endpoint: listControlSummaries, params: { org }, query: () => listed(shown) }}
          exports={exportControls}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Controls"
        what="control"
        order={orders[sorting.by]}
        textLabel="Identifier or name"
        first={<FirstControl org={org} />}
        tools={<ControlsView {...viewing} />}
      >
        <DataTable
          caption="Controls"
          columns={columns}
          choice={choice}
          {...list.table}
          selection={shown.archived ? undefined : chosen.selection}
          sorting={sorting}
        />
      </ListBody>
      {chosen.rows.length > 0 && !shown.archived && (
        <SelectionBar
          noun={controlNoun}
          org={org}
          names={chosen.rows.map(({ identifier }) => identifier)}
          pagination={list.pagination}
          refusal={refusal}
          onClear={chosen.clear}
          onArchived={list.frozen.release}
        />
      )}
    </ControlsFrame>
  )
}

function ControlsPending() {
  return <PendingListPage heading="Controls" rows={8} />
}
