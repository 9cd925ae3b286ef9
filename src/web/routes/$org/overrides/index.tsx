import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { exportOverrides } from '#contract/override/export-overrides.ts'
import { listOverrides } from '#contract/override/override.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { registerColumns } from '#web/override/register/columns.tsx'
import { registerFiltersOf } from '#web/override/register/filters.tsx'
import {
  registerQuery,
  registerQueryOf,
  registerSearch,
  requestsQuery,
} from '#web/override/register/queries.ts'
import { RequestsCard } from '#web/override/register/requests-card.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import type { ChosenRows } from '#web/table/row-selection.ts'
import { selectionColumn } from '#web/table/selection-column.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { Frame } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const OverrideCharts = lazyPart(() => import('#web/override/register/charts.tsx'))
const ReviewBar = lazyPart(() => import('#web/override/register/review-bar.tsx'))

const searchOf = (raw: Record<string, unknown>) => readSearch(registerSearch, raw)

export const Route = createFileRoute('/$org/overrides/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { org } = opened.params
    void opened.context.queryClient.prefetchQuery(requestsQuery(org))
    return openList('overrides', opened, registerQuery(org, searchOf(opened.location.search)))
  },
  pendingComponent: OverridesPending,
  component: OverridesPage,
})

function OverridesPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (asked) => registerQuery(org, asked),
    rowId: ({ override_id }) => override_id,
    filtersOf: registerFiltersOf,
  })
  const { shown, pagination, isNarrowed } = list
  const [selected, setSelected] = useState<ChosenRows>({})
  const columns = useMemo(() => registerColumns(org), [org])
  const refusal = useRefusal('member')
  const chosen = list.rows.filter(({ override_id }) => selected[override_id])

  const choice = useColumnChoice(columns)
  const by = list.search.sort ?? 'created_at'
  return (
    <Page
      title={['Overrides', org]}
      heading="Overrides"
      facts={<RowCount total={pagination.total} thing="override" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          views="overrides"
          call={{ endpoint: listOverrides, params: { org }, query: () => registerQueryOf(shown) }}
          exports={exportOverrides}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Overrides"
        what="override"
        order={by === 'expires_at' ? 'those that end soonest first' : 'newest first'}
        defaultSize={20}
        above={<RequestsCard org={org} />}
        first={
          <>
            <RequestsCard org={org} />
            <Frame>
              <p className="px-4 py-6 text-body">
                No overrides. Every verdict stands on its own evidence.
              </p>
            </Frame>
          </>
        }
        summary={
          <Suspense fallback={<div className="mb-4 h-[210px] rounded-card border border-line" />}>
            <OverrideCharts org={org} search={shown} />
          </Suspense>
        }
      >
        <DataTable
          caption="Overrides"
          columns={columns}
          visibility={choice.visibility}
          rows={list.rows}
          rowId={({ override_id }) => override_id}
          selection={{
            column: selectionColumn,
            chosen: selected,
            onChange: setSelected,
            nameOf: ({ attestation_name, trail_name }) =>
              `override of ${attestation_name} on ${trail_name}`,
            refusalOf: ({ is_request }) =>
              is_request ? 'A request is decided about: nothing was overridden yet.' : null,
          }}
          sorting={{
            state: [{ id: by, desc: by === 'created_at' }],
            onChange: ([asked]) =>
              list.narrow({ sort: asked?.id === 'expires_at' ? 'expires_at' : undefined }),
          }}
        />
      </ListBody>
      <Suspense>
        {chosen.length > 0 && (
          <ReviewBar org={org} rows={chosen} refusal={refusal} onClear={() => setSelected({})} />
        )}
      </Suspense>
    </Page>
  )
}

function OverridesPending() {
  return (
    <PendingListPage heading="Overrides" rows={12}>
      <div className="mb-4 h-[210px] rounded-card border border-line" />
    </PendingListPage>
  )
}
