import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { controlListQuery as listQuery } from '#contract/control-list.ts'
import { PageActions } from '../../../action/page-actions.tsx'
import { leftToPage } from '../../../api/left-to-page.ts'
import { useListQuery } from '../../../api/list-query.ts'
import { useRefusal } from '../../../api/permission.ts'
import { queryOf, readSearch } from '../../../api/search-params.ts'
import { controlColumns } from '../../../control/columns.tsx'
import { FirstControl } from '../../../control/first-control.tsx'
import { controlNoun } from '../../../control/noun.ts'
import { controlListQuery } from '../../../control/queries.ts'
import { DataTable } from '../../../table/data-table.tsx'
import { FilterBar } from '../../../table/filter-bar.tsx'
import { type Filter, isSet, type TextFilter } from '../../../table/filter.ts'
import { useHeldRows } from '../../../table/held-rows.ts'
import { ListFrame } from '../../../table/list-frame.tsx'
import { countWords } from '../../../table/paging.tsx'
import { tagFilters } from '../../../table/tag-filters.ts'
import { WaitingButton } from '../../../table/waiting-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { IgnoredNote, StaleNote } from '../../../ui/note.tsx'
import { Page } from '../../../ui/page.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const NewControlDialog = lazy(() => import('../../../control/new-control-dialog.tsx'))
const SelectionBar = lazy(() => import('../../../action/selection-bar.tsx'))

const searchOf = (raw: Record<string, unknown>) => readSearch(listQuery, raw)

export const Route = createFileRoute('/$org/controls/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context, params, location }) =>
    context.queryClient
      .ensureQueryData(controlListQuery(params.org, searchOf(location.search)))
      .catch(leftToPage),
  pendingComponent: ControlsPending,
  component: ControlsPage,
})

type Search = ReturnType<typeof Route.useSearch>
const sorts = ['identifier', 'name', 'coverage'] as const
const orders = {
  identifier: 'sorted by identifier',
  name: 'sorted by name',
  coverage: 'sorted by environments covered',
}

function ControlsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    controlListQuery(org, asked),
  )
  const { data, pagination } = list.data
  const held = useHeldRows(data, ({ identifier }) => identifier, JSON.stringify([org, shown]))
  const [isCreating, setCreating] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = held.rows.map((row) => row.identifier).filter((one) => selected.has(one))

  // A narrowing starts over at page 1 and drops what was not understood.
  const narrow = (change: Partial<Search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () =>
    void navigate({
      search: ({ per_page, sort, sort_direction }) => ({ per_page, sort, sort_direction }),
    })
  const name: TextFilter = {
    kind: 'text',
    label: 'Search identifier or name',
    value: search.search,
    onChange: (text) => narrow({ search: text }),
  }
  const filters = filtersOf(search, narrow)
  const isNarrowed = [...filtersOf(shown, narrow), { ...name, value: shown.search }].some(isSet)
  const refusal = useRefusal('admin')
  const { sort = 'identifier', sort_direction: direction = 'asc' } = search
  const create = () => refusal === null && setCreating(true)
  useShortcuts([{ key: 'n', label: 'New control', run: create }])

  return (
    <Page
      title={['Controls', org]}
      heading="Controls"
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total}</span>
          {countWords(pagination.total, 'control', isNarrowed)}
        </span>
      }
      actions={
        <>
          {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
          <PageActions
            call={{ name: 'listControlSummaries', params: { org }, query: () => queryOf(shown) }}
            exports="exportControls"
          />
          <Button kind="primary" disabled={refusal !== null} onClick={create}>
            New control
          </Button>
        </>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Controls" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstControl org={org} />
      ) : (
        <>
          <FilterBar name={name} filters={filters} onClear={clear}>
            <WaitingButton waiting={held.waiting} onRelease={held.release} />
          </FilterBar>
          <ListFrame
            what="control"
            order={orders[sort]}
            rowCount={held.rows.length}
            pagination={pagination}
            filters={[{ ...name, label: 'Identifier or name' }, ...filters]}
            isBusy={isBusy}
            onClear={clear}
            onSize={(per_page) => narrow({ per_page })}
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
                onSort: (column) => narrow(nextSort(column, sort, direction)),
              }}
            />
          </ListFrame>
        </>
      )}
      <Suspense>
        {isCreating && (
          <NewControlDialog
            org={org}
            onClose={() => setCreating(false)}
            onCreated={(control) =>
              void navigate({ to: '/$org/controls/$control/{-$tab}', params: { org, control } })
            }
          />
        )}
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
    </Page>
  )
}

/** Gaps come first; another press turns the order round. */
function nextSort(column: string, by: string, direction: string): Partial<Search> {
  const sort = sorts.find((one) => one === column)
  return {
    sort: sort === 'identifier' ? undefined : sort,
    sort_direction: column === by && direction === 'asc' ? 'desc' : undefined,
  }
}

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    ...tagFilters(search.tag ?? [], (tag) => narrow({ tag: tag.length > 0 ? tag : undefined })),
    {
      kind: 'choice',
      label: 'State',
      isMultiple: false,
      options: [{ value: 'archived', label: 'archived' }],
      selected: search.archived ? ['archived'] : [],
      onChange: ([value]) => narrow({ archived: value ? true : undefined }),
    },
  ]
}

function ControlsPending() {
  return (
    <Page title={['Controls']} heading="Controls" facts={<span>Loading</span>}>
      <div className="mb-3 h-7 max-md:h-11" />
      <SkeletonRows rows={8} />
    </Page>
  )
}
