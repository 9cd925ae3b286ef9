import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { exportExceptions, listExceptions } from '#contract/exception/exception.ts'
import { statesOfFilter } from '#domain/exception/states-of-filter.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { kindLabels } from '#web/domain-ui/exception.ts'
import { exceptionColumns } from '#web/exception/columns.tsx'
import { exceptionFiltersOf } from '#web/exception/filters.tsx'
import {
  type ExceptionSearch,
  exceptionSearch,
  exceptionSummaryQuery,
  exceptionsQuery,
  registerQueryOf,
} from '#web/exception/queries.ts'
import { ExceptionsAnswer, ExceptionTiles } from '#web/exception/tiles.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { PendingCharts } from '#web/override/register/chart-pair.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { useChosenRows } from '#web/table/selection-column.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, PendingListPage } from '#web/ui/skeleton.tsx'

const OverrideCharts = lazyPart(
  () => import('#web/override/register/charts.tsx'),
  <PendingCharts />,
)
const ReviewBar = lazyPart(() => import('#web/override/register/review-bar.tsx'))

const searchOf = (raw: Record<string, unknown>) => readSearch(exceptionSearch, raw)

export const Route = createFileRoute('/$org/exceptions/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { org } = opened.params
    void opened.context.queryClient.prefetchQuery(exceptionSummaryQuery(org))
    return openList('exceptions', opened, exceptionsQuery(org, searchOf(opened.location.search)))
  },
  pendingComponent: () => (
    <PendingListPage heading="Exceptions" rows={12}>
      <ReservedSpace heights={tilesHeights}>
        <PendingCard shape="tiles" />
      </ReservedSpace>
    </PendingListPage>
  ),
  component: ExceptionsPage,
})

const orderLabels = {
  kind: 'requests first, then by kind and end',
  created_at: 'newest first',
  expires_at: 'those that end soonest first',
}

/** Whether only overrides are listed, which are counted day by day, too. */
const isOfOverrides = ({ kind }: ExceptionSearch) => kind?.length === 1 && kind[0] === 'override'

const overridesIn = ({ state, ...search }: ExceptionSearch) =>
  state ? { ...search, state: statesOfFilter(state) } : search

function ExceptionsPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => exceptionsQuery(org, listSearch),
    rowId: ({ kind, exception_id }) => `${kind} ${exception_id}`,
    text: { parameter: 'q', label: 'Name, reason or ticket' },
    filtersOf: exceptionFiltersOf,
    isNarrowed: ({ page_after: _, per_page: __, sort: ___, ignored: ____, ...filters }) =>
      Object.values(filters).some((value) => value !== undefined),
  })
  const { shown } = list
  const columns = useMemo(() => exceptionColumns(org), [org])
  const refusal = useRefusal('member')
  const { session } = Route.useRouteContext()
  const chosen = useChosenRows(list.table, {
    nameOf: ({ kind, name, trail_name }) =>
      kind === 'override'
        ? `override of ${name} on ${trail_name}`
        : `${kindLabels[kind].label.toLowerCase()} ${name}`,
    refusalOf: ({ kind, state, created_by }) =>
      kind !== 'override'
        ? 'Only overrides are marked reviewed.'
        : state === 'requested'
          ? 'A request is decided, not reviewed: nothing was overridden yet.'
          : created_by === session.user.name
            ? 'You made this override: another person has to review it.'
            : null,
  })
  const choice = useColumnChoice(columns)
  const sort = list.search.sort ?? 'kind'
  return (
    <Page
      title={['Exceptions', org]}
      heading="Exceptions"
      lead={<ExceptionsAnswer org={org} />}
      actions={
        <>
          <PageActions
            views="exceptions"
            call={{
              endpoint: listExceptions,
              params: { org },
              query: () => registerQueryOf(shown),
            }}
            exports={exportExceptions}
          />
          <Link
            to="/$org/exceptions/review"
            params={{ org }}
            className={buttonClass({ kind: 'primary' })}
          >
            Review all of this quarter
          </Link>
        </>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Exceptions"
        what="exception"
        textLabel="Name, reason or ticket"
        order={orderLabels[sort]}
        above={
          <ReservedSpace heights={tilesHeights}>
            <ExceptionTiles org={org} />
          </ReservedSpace>
        }
        none={
          <Frame>
            <p className="px-4 py-6 text-body">
              No exception is in force. Every verdict stands on its own evidence.
            </p>
          </Frame>
        }
        summary={
          isOfOverrides(shown) && (
            <ReservedSpace heights={{ wide: 276, phone: 662 }}>
              <OverrideCharts org={org} search={overridesIn(shown)} />
            </ReservedSpace>
          )
        }
      >
        <DataTable
          caption="Exceptions"
          columns={columns}
          choice={choice}
          {...list.table}
          selection={chosen.selection}
          sorting={{
            state: sort === 'expires_at' ? [{ id: 'expires_at', desc: false }] : [],
            onChange: ([asked]) =>
              list.narrow({ sort: asked?.id === 'expires_at' ? 'expires_at' : undefined }),
          }}
        />
      </ListBody>
      {chosen.rows.length > 0 && (
        <ReviewBar
          org={org}
          ids={chosen.rows.map(({ exception_id }) => exception_id)}
          pagination={list.pagination}
          refusal={refusal}
          onClear={chosen.clear}
        />
      )}
    </Page>
  )
}

const tilesHeights = { wide: 106, phone: 299 }
