import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { listFlowSummaries } from '#contract/flow.ts'
import { PageActions } from '../../../action/page-actions.tsx'
import { queryOf, readSearch } from '../../../api/search-params.ts'
import { createFlowCall } from '../../../flow/create-call.ts'
import { flowListQuery } from '../../../flow/queries.ts'
import { StripLegend, TrailStrip } from '../../../flow/trail-strip.tsx'
import { columnsOf, DataTable } from '../../../table/data-table.tsx'
import { FilterBar } from '../../../table/filter-bar.tsx'
import type { Filter, TextFilter } from '../../../table/filter.ts'
import { useHeldRows } from '../../../table/held-rows.ts'
import { ListFrame } from '../../../table/list-frame.tsx'
import { countWords } from '../../../table/paging.tsx'
import { trailStateFilter } from '../../../table/trail-state-filter.tsx'
import { WaitingButton } from '../../../table/waiting-button.tsx'
import { beginTrailCall } from '../../../trail/begin-call.ts'
import { CallBox } from '../../../ui/call-box.tsx'
import { Card } from '../../../ui/card.tsx'
import { FirstSteps } from '../../../ui/empty.tsx'
import { IgnoredNote, StaleNote } from '../../../ui/note.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Tags } from '../../../ui/tag.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { verdictOfState, verdicts } from '../../../ui/verdict-mark.tsx'
import { VerdictWord } from '../../../ui/verdict-word.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(listFlowSummaries.query, raw)

export const Route = createFileRoute('/$org/flows/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context, params, location }) =>
    context.queryClient.ensureQueryData(flowListQuery(params.org, searchOf(location.search))),
  pendingComponent: FlowsPending,
  component: FlowsPage,
})

const columns = columnsOf<FlowSummary>((column) => [
  column({
    id: 'name',
    header: 'Flow',
    meta: { card: 'top' },
    cell: ({ row }) => <FlowName flow={row.original} />,
  }),
  column({
    id: 'verdict',
    header: 'Latest verdict',
    meta: { width: 140 },
    cell: ({ row: { original } }) =>
      original.latest_state ? (
        <VerdictWord verdict={verdictOfState[original.latest_state]} />
      ) : (
        <span className="text-muted">No trail yet</span>
      ),
  }),
  column({
    id: 'strip',
    header: 'Last 20 trails, newest right',
    meta: { width: 276, leavesBelow: 'narrow', card: 'below' },
    cell: ({ row: { original } }) => <TrailStrip org={original.org} flow={original} />,
  }),
  column({
    id: 'non_compliant',
    header: 'Non-compliant',
    meta: { width: 106, isNumber: true, card: 'last' },
    cell: ({ row }) => <Count flow={row.original} state="NON-COMPLIANT" />,
  }),
  column({
    id: 'incomplete',
    header: 'Incomplete',
    meta: { width: 84, isNumber: true, card: 'last' },
    cell: ({ row }) => <Count flow={row.original} state="INCOMPLETE" />,
  }),
  column({
    id: 'latest_activity',
    header: 'Activity',
    meta: { width: 76, isNumber: true, card: 'end' },
    cell: ({ row: { original } }) =>
      original.latest_activity_at ? (
        <TimeAgo at={original.latest_activity_at} />
      ) : (
        <span className="zero text-muted">–</span>
      ),
  }),
  column({
    id: 'tags',
    header: 'Tags',
    meta: { width: 112, leavesBelow: 'medium', card: 'none' },
    cell: ({ row }) => <Tags tags={row.original.tags} />,
  }),
  column({
    id: 'visibility',
    header: 'Visibility',
    meta: { width: 76, leavesBelow: 'medium', card: 'none' },
    cell: ({ row }) => <span className="text-muted">{row.original.visibility}</span>,
  }),
])

function FlowsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const shown = useDeferredValue(search)
  const query = useSuspenseQuery(flowListQuery(org, shown))
  const { data, pagination } = query.data
  const held = useHeldRows(data, (flow) => flow.id, JSON.stringify([org, shown]))

  // A narrowing starts over at page 1 and drops what was not understood.
  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () => narrow({ name: undefined, verdict: undefined, visibility: undefined })
  const name: TextFilter = {
    kind: 'text',
    label: 'Filter by name',
    value: search.name,
    onChange: (value) => narrow({ name: value }),
  }
  const filters = filtersOf(search, narrow)
  const isNarrowed = Boolean(shown.name ?? shown.verdict ?? shown.visibility)
  const sort = search.sort ?? 'name'
  const direction = search.sort_direction ?? 'asc'

  return (
    <Page
      title={['Flows', org]}
      heading="Flows"
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total}</span>
          {countWords(pagination.total, 'flow', isNarrowed)}
        </span>
      }
      actions={
        <PageActions
          call={{ name: 'listFlowSummaries', params: { org }, query: () => queryOf(shown) }}
          exports="exportFlows"
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Flows" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstFlow org={org} />
      ) : (
        <>
          <FilterBar name={name} filters={filters} onClear={clear}>
            <WaitingButton waiting={held.waiting} onRelease={held.release} />
            <StripLegend />
          </FilterBar>
          <ListFrame
            what="flow"
            order={sort === 'name' ? 'sorted by name' : 'sorted by activity'}
            rowCount={held.rows.length}
            pagination={pagination}
            filters={[{ ...name, label: 'Name' }, ...filters]}
            isBusy={shown !== search}
            onClear={clear}
            onSize={(per_page) => narrow({ per_page })}
          >
            <DataTable
              caption="Flows"
              columns={columns}
              rows={held.rows}
              rowId={(flow) => flow.id}
              sorting={{
                columns: ['name', 'latest_activity'],
                by: sort,
                direction,
                onSort: (column) => narrow(nextSort(column, sort, direction)),
              }}
            />
          </ListFrame>
        </>
      )}
    </Page>
  )
}

type Search = ReturnType<typeof Route.useSearch>

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
  ]
}

/** Names begin at A, activity at the newest; pressing again turns the order round. */
function nextSort(column: string, by: string, direction: string): Partial<Search> {
  const isActivity = column === 'latest_activity'
  const isDescending = column === by ? direction === 'asc' : isActivity
  return {
    sort: isActivity ? 'latest_activity' : undefined,
    sort_direction: isDescending ? 'desc' : undefined,
  }
}

function FlowName(props: { flow: FlowSummary }) {
  const { flow } = props
  return (
    <span className="flex min-w-0 gap-2">
      <Link
        to="/$org/flows/$flow/trails"
        params={{ org: flow.org, flow: flow.name }}
        data-row-link
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {flow.name}
      </Link>
      <span className="min-w-0 truncate text-muted max-md:hidden" title={flow.description}>
        {flow.description}
      </span>
    </span>
  )
}

function Count(props: { flow: FlowSummary; state: 'NON-COMPLIANT' | 'INCOMPLETE' }) {
  const { flow, state } = props
  const count = state === 'INCOMPLETE' ? flow.incomplete_count : flow.non_compliant_count
  const word = verdicts[verdictOfState[state]].label.toLowerCase()
  return (
    <Link
      to="/$org/flows/$flow/trails"
      params={{ org: flow.org, flow: flow.name }}
      search={{ verdict: [state] }}
      aria-label={`${count} ${word} trails of ${flow.name}`}
      className={count === 0 ? 'zero text-muted hover:underline' : 'text-text hover:underline'}
    >
      {count}
      <span className="text-muted md:hidden"> {word}</span>
    </Link>
  )
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
  return (
    <Page title={['Flows']} heading="Flows" facts={<span>Loading</span>}>
      <div className="mb-3 h-7 max-md:h-11" />
      <SkeletonRows rows={14} />
    </Page>
  )
}
