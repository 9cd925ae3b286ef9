import { createFileRoute, Link } from '@tanstack/react-router'
import { exportPolicies } from '#contract/export/export.ts'
import { listPolicySummaries, policyListQuery as listQuery } from '#contract/policy/policy-page.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { policyColumns } from '#web/policy/columns.tsx'
import { FirstPolicy } from '#web/policy/first-policy.tsx'
import { policyListQuery } from '#web/policy/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Filter, type TextFilter, archivedFilter, isSet } from '#web/table/filter.ts'
import { FilteredList } from '#web/table/filtered-list.tsx'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
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
  pendingComponent: PoliciesPending,
  component: PoliciesPage,
})

function PoliciesPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    policyListQuery(org, asked),
  )
  const { data, pagination } = list.data
  const held = useFrozenRows(data, (policy) => policy.name, JSON.stringify([org, shown]))

  // A narrowing starts over at page 1 and drops what was not understood.
  const narrow = (change: Partial<Search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () => void navigate({ search: ({ per_page }) => ({ per_page }) })
  const name: TextFilter = {
    kind: 'text',
    label: 'Filter by name or description',
    value: search.q,
    onChange: (q) => narrow({ q }),
  }
  const filters = filtersOf(search, narrow)
  const isNarrowed = [...filtersOf(shown, narrow), { ...name, value: shown.q }].some(isSet)
  const refusal = useRefusal('member')
  const create = { to: '/$org/policies/~new', params: { org } } as const
  useShortcuts([{ key: 'n', label: 'New policy', run: () => void navigate(create) }])

  return (
    <Page
      title={['Policies', org]}
      heading="Policies"
      facts={<RowCount total={pagination.total} thing="policy" isNarrowed={isNarrowed} />}
      actions={
        <>
          {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
          <PageActions
            views="policies"
            call={{ endpoint: listPolicySummaries, params: { org }, query: () => queryOf(shown) }}
            exports={exportPolicies}
          />
          <Link {...create} className={buttonClass({ kind: 'primary' })}>
            New policy
          </Link>
        </>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Policies" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstPolicy org={org} />
      ) : (
        <FilteredList
          what="policy"
          order="sorted by name"
          name={name}
          nameLabel="Name or description"
          filters={filters}
          held={held}
          pagination={pagination}
          isBusy={isBusy}
          onClear={clear}
          onSize={(per_page) => narrow({ per_page })}
        >
          <DataTable
            caption="Policies"
            columns={policyColumns(org)}
            rows={held.rows}
            rowId={(policy) => policy.name}
          />
        </FilteredList>
      )}
    </Page>
  )
}

type Search = ReturnType<typeof Route.useSearch>

/** A filter for each name that is asked for, any of which may match, and one to add another. */
const namesFilter = (
  label: string,
  hint: string,
  names: readonly string[],
  onChange: (names: string[] | undefined) => void,
): TextFilter[] =>
  [...names, undefined].map((name) => {
    const others = names.filter((one) => one !== name)
    return {
      kind: 'text',
      label,
      value: name,
      hint,
      isExact: true,
      onChange: (value) => {
        const wanted = value === undefined ? others : [...others, value]
        onChange(wanted.length > 0 ? wanted : undefined)
      },
    }
  })

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    ...namesFilter('Environment', 'name of an environment', search.environment ?? [], (names) =>
      narrow({ environment: names }),
    ),
    ...namesFilter('Control', 'identifier of a control', search.control ?? [], (names) =>
      narrow({ control: names }),
    ),
    archivedFilter(search.archived, (archived) => narrow({ archived })),
  ]
}

function PoliciesPending() {
  return <PendingListPage heading="Policies" rows={8} />
}
