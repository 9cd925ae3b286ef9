import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { roles } from '#contract/common/endpoint.ts'
import { sortDirection } from '#contract/common/pagination.ts'
import { type Member, listMembers, exportMembers } from '#contract/member/member.ts'
import { filterMembers, isInactive } from '#domain/member/filter-members.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { useRefusal } from '#web/api/permission.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { AbilitiesCard } from '#web/member/abilities-card.tsx'
import { memberColumns } from '#web/member/columns.tsx'
import { HistoryCard } from '#web/member/history-card.tsx'
import { membershipChangesQuery, membersQuery } from '#web/member/queries.ts'
import { signInWaysQuery } from '#web/session/session.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { type Filter, anyOf, oneOf } from '#web/table/filter.ts'
import { sortingOf } from '#web/table/sorting.ts'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/time.tsx'

const AddDialog = lazyPart(() => import('#web/member/add-dialog.tsx'))
const InviteDialog = lazyPart(() => import('#web/member/invite-dialog.tsx'))
const RoleDialog = lazyPart(() => import('#web/member/role-dialog.tsx'))
const RemoveDialog = lazyPart(() => import('#web/member/remove-dialog.tsx'))

const search = z.object({
  q: z.optional(z.string()),
  role: z.optional(z.array(z.enum(roles))),
  inactive: z.optional(z.boolean()),
  sort: z._default(z.enum(['name', 'last_seen_at']), 'name'),
  sort_direction: sortDirection,
  /** Page of the history. */
  history: z._default(z.int().check(z.gte(1)), 1),
})

export const Route = createFileRoute('/$org/settings/members')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org } }) =>
    Promise.all([
      queryClient.ensureQueryData(membersQuery(org)),
      queryClient.ensureQueryData(membershipChangesQuery(org, 1)),
      queryClient.ensureQueryData(signInWaysQuery),
    ]),
  pendingComponent: () => <PendingListPage heading="Members" rows={6} />,
  component: MembersPage,
  staticData: { crumb: 'Members' },
})

type Search = ReturnType<typeof Route.useSearch>
const sorts = ['name', 'last_seen_at'] as const
type Asking = { what: 'add' } | { what: 'invite' | 'role' | 'remove'; member: Member }

function MembersPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const now = useNow()
  const list = useListPage({
    search,
    queryOf: () => membersQuery(org),
    rowsOf: (all, shown) => filterMembers(all, shown, now),
    rowId: (member) => member.name,
    text: { parameter: 'q', label: 'Filter by name or e-mail' },
    filtersOf,
  })
  const { key: hasLinks } = useSuspenseQuery(signInWaysQuery).data
  const [asking, setAsking] = useState<Asking | null>(null)
  const { session } = Route.useRouteContext()
  const isPersonal = session.organizations.some(
    ({ name, kind }) => name === org && kind === 'personal',
  )
  const missingRole = useRefusal('admin')
  const refusal = isPersonal ? 'A personal organization has one member: its user.' : missingRole
  const close = () => setAsking(null)

  const members = list.data
  const admins = members.filter(({ role }) => role === 'admin').length
  const away = members.filter(
    (one) => one.service_account_count !== null && isInactive(one, now),
  ).length
  const { history: _, ...rest } = search
  const columns = useMemo(
    () =>
      memberColumns({
        refusal,
        adminCount: admins,
        hasLinks,
        onInvite: (member) => setAsking({ what: 'invite', member }),
        onChange: (member) => setAsking({ what: 'role', member }),
        onRemove: (member) => setAsking({ what: 'remove', member }),
      }),
    [refusal, admins, hasLinks],
  )
  const choice = useColumnChoice(columns)

  return (
    <Page
      title={['Members', org]}
      heading="Members"
      facts={
        <>
          <RowCount total={members.length} thing="member" isNarrowed={false} />
          <RowCount total={admins} thing="admin" isNarrowed={false} />
          {away > 0 && (
            <button
              type="button"
              className="text-accent hover:underline"
              onClick={() => list.narrow({ inactive: true })}
            >
              {away} not seen for 90 days
            </button>
          )}
        </>
      }
      actions={
        <CreateActions
          label="Add a member"
          refusal={refusal}
          create={() => setAsking({ what: 'add' })}
        >
          <PageActions
            call={{ endpoint: listMembers, params: { org }, query: () => queryOf(rest) }}
            exports={exportMembers}
          />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Members"
        what="member"
        textLabel="Name or e-mail"
      >
        <DataTable
          caption="Members"
          columns={columns}
          choice={choice}
          {...list.table}
          sorting={sortingOf(list, sorts)}
        />
      </ListBody>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <AbilitiesCard org={org} title="What each role may do" />
        <HistoryCard org={org} page={search.history ?? 1} />
      </div>
      {asking?.what === 'add' && <AddDialog org={org} hasLinks={hasLinks} onClose={close} />}
      {asking?.what === 'invite' && (
        <InviteDialog org={org} member={asking.member} onClose={close} />
      )}
      {asking?.what === 'role' && <RoleDialog org={org} member={asking.member} onClose={close} />}
      {asking?.what === 'remove' && (
        <RemoveDialog
          org={org}
          member={asking.member}
          isOneself={asking.member.name === session.user.name}
          onClose={close}
        />
      )}
    </Page>
  )
}

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    anyOf(
      'Role',
      roles.map((role) => ({ value: role, label: roleLabels[role].label })),
      search.role,
      (role) => narrow({ role }),
    ),
    oneOf(
      'Activity',
      [{ value: 'inactive', label: 'not seen for 90 days' }],
      search.inactive ? 'inactive' : undefined,
      (value) => narrow({ inactive: value && true }),
    ),
  ]
}
