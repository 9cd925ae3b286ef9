import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  listPolicySummaries,
  policyListQuery as listQuery,
  exportPolicies,
} from '#contract/policy/policy-page.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { policyColumns } from '#web/policy/columns.tsx'
import { FirstPolicy } from '#web/policy/first-policy.tsx'
import { policyListQuery } from '#web/policy/queries.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Filter, archivedFilter } from '#web/table/filter.ts'
import { RowCount } from '#web/table/paging.tsx'
import { repeatedFilters } from '#web/table/repeated-filters.ts'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(listQuery, raw)

export const Route = createFileRoute('/$org/policies/')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) =>
    openList(
      'policies',
      opened,
      policyListQuery(opened.params.org, searchOf(opened.location.search)),
    ),
  pendingComponent: () => <PendingListPage heading="Policies" rows={8} />,
  component: PoliciesPage,
})

function PoliciesPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => policyListQuery(org, listSearch),
    rowId: (policy) => policy.name,
    text: { parameter: 'q', label: 'Filter name or description' },
    filtersOf,
  })
  const { shown, pagination, isNarrowed } = list
  const refusal = useRefusal('member')
  const columns = useMemo(() => policyColumns(org), [org])
  const choice = useColumnChoice(columns)

  return (
    <Page
      title={['Policies', org]}
      heading="Policies"
      facts={<RowCount total={pagination.total} thing="policy" isNarrowed={isNarrowed} />}
      actions={
        <CreateActions
          label="New policy"
          refusal={refusal}
          create={{ to: '/$org/policies/~new', params: { org } }}
        >
          <PageActions
            views="policies"
            call={{ endpoint: listPolicySummaries, params: { org }, query: () => queryOf(shown) }}
            exports={exportPolicies}
          />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Policies"
        what="policy"
        order="sorted by name"
        textLabel="Name or description"
        first={<FirstPolicy org={org} />}
      >
        <DataTable caption="Policies" columns={columns} choice={choice} {...list.table} />
      </ListBody>
    </Page>
  )
}

type Search = ReturnType<typeof Route.useSearch>

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    ...repeatedFilters(
      'Environment',
      search.environment,
      (environment) => narrow({ environment }),
      {
        hint: 'name of an environment',
      },
    ),
    ...repeatedFilters('Control', search.control, (control) => narrow({ control }), {
      hint: 'identifier of a control',
    }),
    archivedFilter(search.archived, (archived) => narrow({ archived })),
  ]
}
