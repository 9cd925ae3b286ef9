import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { listControlSummaries } from '#contract/control/control-page.ts'
import { exportControls } from '#contract/export/export.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { controlColumns } from '#web/control/columns.tsx'
import { FirstControl } from '#web/control/first-control.tsx'
import { controlListQuery, controlNoun, listed, requirementsQuery } from '#web/control/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { isSet } from '#web/table/filter.ts'
import { FilteredList } from '#web/table/filtered-list.tsx'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { toggleSort } from '#web/table/sorting.ts'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'
import { ControlsFrame, ControlsView, filtersOf, useNarrowing } from './-frame.tsx'
import { searchOf } from './-search.ts'

const SelectionBar = lazy(() => import('#web/record/selection-bar.tsx'))
const FrameworksPage = lazy(() => import('./-frameworks.tsx'))

export const Route = createFileRoute('/$org/controls/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { org } = opened.params
    const asked = searchOf(opened.location.search)
    return asked.view === 'frameworks'
      ? openList('controls', opened, requirementsQuery(org, asked))
      : openList('controls', opened, controlListQuery(org, asked))
  },
  pendingComponent: ControlsPending,
  component: ControlsPage,
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
  return (
    <Suspense fallback={<ControlsPending />}>
      <FrameworksPage org={org} search={search} />
    </Suspense>
  )
}

function ControlList() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const { narrow, clear } = useNarrowing()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    controlListQuery(org, asked),
  )
  const { data, pagination } = list.data
  const held = useFrozenRows(data, ({ identifier }) => identifier, JSON.stringify([org, shown]))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = held.rows.map((row) => row.identifier).filter((one) => selected.has(one))
  const { name, filters } = filtersOf(search, narrow)
  const narrowed = filtersOf(shown, narrow)
  const isNarrowed = [...narrowed.filters, narrowed.name].some(isSet)
  const refusal = useRefusal('admin')
  const { sort = 'identifier', sort_direction: direction = 'asc' } = search

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
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Controls" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstControl org={org} />
      ) : (
        <FilteredList
          what="control"
          order={orders[sort]}
          name={name}
          nameLabel="Identifier or name"
          filters={filters}
          held={held}
          pagination={pagination}
          isBusy={isBusy}
          onClear={clear}
          onSize={(per_page) => narrow({ per_page })}
          tools={<ControlsView view={search.view} />}
        >
          <DataTable
            caption="Controls"
            columns={controlColumns(org)}
            rows={held.rows}
            rowId={({ identifier }) => identifier}
            selection={
              shown.archived
                ? undefined
                : {
                    ids: selected,
                    onChange: setSelected,
                    nameOf: ({ identifier }) => identifier,
                  }
            }
            sorting={{
              columns: sorts,
              by: sort,
              direction,
              onSort: (column) => narrow(toggleSort(sorts, column, { by: sort, direction })),
            }}
          />
        </FilteredList>
      )}
      <Suspense>
        {chosen.length > 0 && !shown.archived && (
          <SelectionBar
            noun={controlNoun}
            org={org}
            names={chosen}
            refusal={refusal}
            onClear={() => setSelected(new Set())}
          />
        )}
      </Suspense>
    </ControlsFrame>
  )
}

function ControlsPending() {
  return <PendingListPage heading="Controls" rows={8} />
}
