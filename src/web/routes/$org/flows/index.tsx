import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { exportFlows } from '#contract/export/export.ts'
import { flowListQuery as listQuery, listFlowSummaries } from '#contract/flow/flow.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import { flowColumns } from '#web/flow/columns.tsx'
import { askedOf, createFlowCall, flowListQuery, flowNoun } from '#web/flow/queries.ts'
import { StripLegend } from '#web/flow/trail-strip.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useSpaceFilter } from '#web/space/queries.ts'
import { DataTable } from '#web/table/data-table.tsx'
import {
  type Filter,
  type TextFilter,
  archivedFilter,
  isSet,
  tagFilters,
} from '#web/table/filter.ts'
import { FilteredList } from '#web/table/filtered-list.tsx'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { toggleSort } from '#web/table/sorting.ts'
import { beginTrailCall } from '#web/trail/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { archived: z._default(z.boolean(), false) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const NewFlowDialog = lazy(() => import('#web/flow/new-flow-dialog.tsx'))
const SelectionBar = lazy(() => import('#web/record/selection-bar.tsx'))

export const Route = createFileRoute('/$org/flows/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) =>
    openList('flows', opened, flowListQuery(opened.params.org, searchOf(opened.location.search))),
  pendingComponent: FlowsPending,
  component: FlowsPage,
})

function FlowsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    flowListQuery(org, asked),
  )
  const { data, pagination } = list.data
  const held = useFrozenRows(data, (flow) => flow.id, JSON.stringify([org, shown]))

  // A narrowing starts over at page 1 and drops what was not understood.
  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () =>
    void navigate({
      search: ({ per_page, sort, sort_direction }) => ({ per_page, sort, sort_direction }),
    })
  const name: TextFilter = {
    kind: 'text',
    label: 'Filter by name',
    value: search.name,
    onChange: (value) => narrow({ name: value }),
  }
  const space = useSpaceFilter(org, search.space_id, (space_id) => narrow({ space_id }))
  const filters = [...filtersOf(search, narrow), ...space]
  const isNarrowed =
    [...filtersOf(shown, narrow), { ...name, value: shown.name }].some(isSet) ||
    (shown.space_id?.length ?? 0) > 0
  const refusal = useRefusal('member')
  const [isMaking, setMaking] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = held.rows.filter(({ id }) => selected.has(id)).map(({ name }) => name)
  const clearSelection = () => setSelected(new Set())
  useShortcuts(refusal ? [] : [{ key: 'n', label: 'New flow', run: () => setMaking(true) }])
  const sort = search.sort ?? 'name'
  const direction = search.sort_direction ?? 'asc'

  return (
    <Page
      title={['Flows', org]}
      heading="Flows"
      facts={<RowCount total={pagination.total} thing="flow" isNarrowed={isNarrowed} />}
      actions={
        <>
          {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
          <PageActions
            views="flows"
            call={{ endpoint: listFlowSummaries, params: { org }, query: () => askedOf(shown) }}
            exports={exportFlows}
          />
          <Button kind="primary" disabled={refusal !== null} onClick={() => setMaking(true)}>
            New flow
          </Button>
        </>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Flows" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstFlow org={org} />
      ) : (
        <FilteredList
          what="flow"
          order={sort === 'name' ? 'sorted by name' : 'sorted by activity'}
          name={name}
          filters={filters}
          held={held}
          pagination={pagination}
          isBusy={isBusy}
          onClear={clear}
          onSize={(per_page) => narrow({ per_page })}
          tools={<StripLegend />}
        >
          <DataTable
            caption="Flows"
            columns={flowColumns}
            rows={held.rows}
            rowId={(flow) => flow.id}
            selection={
              shown.archived
                ? undefined
                : { ids: selected, onChange: setSelected, nameOf: ({ name }) => name }
            }
            sorting={{
              columns: sorts,
              by: sort,
              direction,
              onSort: (column) =>
                narrow(toggleSort(sorts, column, { by: sort, direction }, ['latest_activity'])),
            }}
          />
        </FilteredList>
      )}
      <Suspense>
        {isMaking && (
          <NewFlowDialog
            org={org}
            onClose={() => setMaking(false)}
            onCreated={(flow) =>
              void navigate({ to: '/$org/flows/$flow/trails', params: { org, flow } })
            }
          />
        )}
        {chosen.length > 0 && !shown.archived && (
          <SelectionBar
            noun={flowNoun}
            org={org}
            names={chosen}
            refusal={refusal}
            onClear={clearSelection}
          />
        )}
      </Suspense>
    </Page>
  )
}

type Search = ReturnType<typeof Route.useSearch>
const sorts = ['name', 'latest_activity'] as const

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    {
      kind: 'choice',
      label: 'Visibility',
      isMultiple: false,
      options: [
        { value: 'private', label: 'private' },
        { value: 'public', label: 'public' },
      ],
      selected: search.visibility ? [search.visibility] : [],
      onChange: ([value]) => narrow({ visibility: value as Search['visibility'] }),
    },
    ...tagFilters(search.tag ?? [], (tag) => narrow({ tag: tag.length > 0 ? tag : undefined })),
    archivedFilter(search.archived, (archived) => narrow({ archived })),
  ]
}

const firstFlowName = 'my-service'

function FirstFlow(props: { org: string }) {
  return (
    <Card
      title="First run"
      remark="A flow is how one thing is built; each run of it is a trail. CAIRN_KEY is your API key."
    >
      <FirstSteps
        steps={[
          {
            title: 'Create a flow with a template of what every run must prove',
            content: <CallBox call={createFlowCall(props.org, firstFlowName)} />,
          },
          {
            title: 'Begin a trail in it; this page then shows it by itself',
            content: <CallBox call={beginTrailCall(props.org, firstFlowName)} />,
          },
        ]}
      />
    </Card>
  )
}

function FlowsPending() {
  return <PendingListPage heading="Flows" rows={14} />
}
