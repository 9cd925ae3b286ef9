import { createFileRoute } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import * as z from 'zod/mini'
import { type KeyState, keyStates } from '#contract/api-key/api-key.ts'
import { roles } from '#contract/common/endpoint.ts'
import { sortDirection } from '#contract/common/pagination.ts'
import {
  listServiceAccountSummaries,
  exportServiceAccounts,
} from '#contract/service-account/service-account.ts'
import { filterAccounts } from '#domain/service-account/filter-accounts.ts'
import { stateLabels } from '#web/api-key/key-labels.tsx'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useOwnRole, useRefusal } from '#web/api/permission.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { accountColumns } from '#web/service-account/columns.tsx'
import { FirstAccount } from '#web/service-account/first-account.tsx'
import { accountsQuery } from '#web/service-account/queries.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { type Filter, anyOf, optionsOf } from '#web/table/filter.ts'
import { sortingOf } from '#web/table/sorting.ts'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const NewAccountDialog = lazyPart(() => import('#web/service-account/new-account-dialog.tsx'))

const search = z.object({
  q: z.optional(z.string()),
  role: z.optional(z.array(z.enum(roles))),
  key_state: z.optional(z.array(z.enum(keyStates))),
  sort: z._default(z.enum(['name', 'last_used_at', 'next_expiry_at']), 'name'),
  sort_direction: sortDirection,
})

export const Route = createFileRoute('/$org/settings/service-accounts/')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org } }) =>
    queryClient.ensureQueryData(accountsQuery(org)),
  pendingComponent: () => <PendingListPage heading="Service accounts" rows={6} />,
  component: AccountsPage,
})

type Search = ReturnType<typeof Route.useSearch>
const sorts = ['name', 'last_used_at', 'next_expiry_at'] as const

function AccountsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const list = useListPage({
    search,
    queryOf: () => accountsQuery(org),
    rowsOf: filterAccounts,
    rowId: (account) => account.name,
    text: { parameter: 'q', label: 'Filter name or description' },
    filtersOf,
  })
  const [isCreating, setCreating] = useState(false)
  const refusal = useRefusal('snapshotter')
  const ownRole = useOwnRole()
  const accounts = list.data
  const keys = accounts.reduce((sum, one) => sum + one.key_count, 0)

  const columns = useMemo(() => accountColumns(org, stateLabels), [org])
  const choice = useColumnChoice(columns)

  return (
    <Page
      title={['Service accounts', org]}
      heading="Service accounts"
      facts={
        <>
          <RowCount total={accounts.length} thing="account" isNarrowed={false} />
          <span>
            <span className="font-medium text-text">{keys}</span>
            {keys === 1 ? 'working key' : 'working keys'}
          </span>
        </>
      }
      actions={
        <CreateActions
          label="New service account"
          refusal={refusal}
          create={() => setCreating(true)}
        >
          <PageActions
            call={{
              endpoint: listServiceAccountSummaries,
              params: { org },
              query: () => queryOf(search),
            }}
            exports={exportServiceAccounts}
          />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Service accounts"
        what="service account"
        textLabel="Name or description"
        first={<FirstAccount org={org} />}
      >
        <DataTable
          caption="Service accounts"
          columns={columns}
          choice={choice}
          {...list.table}
          sorting={sortingOf(list, sorts)}
        />
      </ListBody>
      {isCreating && (
        <NewAccountDialog
          org={org}
          max={ownRole}
          onClose={() => setCreating(false)}
          onCreated={(name) =>
            void navigateAfterSave({
              to: '/$org/settings/service-accounts/$name',
              params: { org, name },
            })
          }
        />
      )}
    </Page>
  )
}

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  const { revoked: _, ...states } = stateLabels
  const wanted: KeyState[] = search.key_state ?? []
  const chosen = wanted.filter((state) => state !== 'revoked')
  return [
    anyOf(
      'Role',
      roles.map((role) => ({ value: role, label: roleLabels[role].label })),
      search.role,
      (role) => narrow({ role }),
    ),
    anyOf('Keys', optionsOf(states), chosen, (key_state) => narrow({ key_state })),
  ]
}
