import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useState, useMemo } from 'react'
import * as z from 'zod/mini'
import { paging } from '#contract/common/pagination.ts'
import {
  listNotificationSummaries,
  exportNotifications,
} from '#contract/notification/notification-page.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { notificationColumns } from '#web/notification/columns.tsx'
import { CoverageLine, TroubleFact } from '#web/notification/coverage-line.tsx'
import { notificationFilters } from '#web/notification/filters.ts'
import {
  coverageQuery,
  notificationListQuery,
  notificationQueryOf,
  troubleQuery,
} from '#web/notification/queries.ts'
import { isInTrouble } from '#web/notification/try-now.tsx'
import { environmentNamesQuery } from '#web/record/known-records.ts'
import { CreateActions } from '#web/record/create-actions.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { sortingOf } from '#web/table/sorting.ts'
import { countText } from '#web/table/paging.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonRows, PendingCard } from '#web/ui/skeleton.tsx'

const FirstRule = lazyPart(
  () => import('#web/notification/first-rule.tsx'),
  <PendingCard shape="form" />,
)

const texts = z.optional(z.array(z.string()))
const text = z.optional(z.string())
// Which triggers, kinds and healths there are, the page knows: every page loads this.
const search = z.object({
  ...paging({ per_page: 25, max: 100 }),
  environment: texts,
  trigger: texts,
  target_type: texts,
  health: texts,
  q: text,
  sort: text,
  sort_direction: text,
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/settings/notifications/')({
  validateSearch: searchOf,
  loader: (opened) => {
    const { org } = opened.params
    const { queryClient } = opened.context
    return Promise.all([
      openList(
        'notifications',
        opened,
        notificationListQuery(org, searchOf(opened.location.search)),
      ),
      // Facts that take another line on phones: rows below them would move.
      queryClient.prefetchQuery(coverageQuery(org)),
      queryClient.prefetchQuery(troubleQuery(org)),
    ])
  },
  pendingComponent: () => (
    <Page title={['Notifications']} heading="Notifications" facts={<span>Loading</span>}>
      <div className="mb-3 h-7 max-md:h-11" />
      <SkeletonRows rows={6} />
    </Page>
  ),
  component: NotificationsPage,
})

function NotificationsPage() {
  const { org } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const [text, onText] = useState('')
  const asked = useDeferredValue(text.trim())
  const found = useQuery({
    ...environmentNamesQuery(org, asked),
    placeholderData: keepPreviousData,
  })
  const names = found.data?.environments.map(({ name }) => name) ?? []

  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => notificationListQuery(org, listSearch),
    rowId: ({ number }) => String(number),
    text: { parameter: 'q', label: 'Name, target or author' },
    filtersOf: (search, narrow) => notificationFilters(search, narrow, { names, text, onText }),
  })
  const { shown, pagination, isNarrowed } = list
  const refusal = useRefusal('member')
  const hasTrouble = list.rows.some(isInTrouble)
  const columns = useMemo(
    () => notificationColumns(org, refusal, hasTrouble),
    [org, refusal, hasTrouble],
  )
  const choice = useColumnChoice(columns)
  const sorting = sortingOf(
    { search: notificationQueryOf(list.search), narrow: list.narrow },
    sorts,
  )
  return (
    <Page
      title={['Notifications', org]}
      heading="Notifications"
      facts={
        <>
          <span>
            <span className="font-medium text-text">{pagination.total}</span>
            {countText(pagination.total, 'rule', isNarrowed)}
          </span>
          <TroubleFact org={org} />
          <CoverageLine org={org} />
        </>
      }
      actions={
        <CreateActions
          label="New notification"
          refusal={refusal}
          create={{ to: '/$org/settings/notifications/new', params: { org } }}
        >
          <PageActions
            views="notifications"
            call={{
              endpoint: listNotificationSummaries,
              params: { org },
              query: () => notificationQueryOf(shown),
            }}
            exports={exportNotifications}
          />
        </CreateActions>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Notifications"
        what="notification"
        order={orders[sorting.by]}
        textLabel="Name, target or author"
        first={
          <FirstRule
            org={org}
            refusal={refusal}
            onSaved={(number) =>
              void navigateAfterSave({
                to: '/$org/settings/notifications/$number',
                params: { org, number: String(number) },
              })
            }
          />
        }
      >
        <DataTable
          caption="Notifications"
          columns={columns}
          choice={choice}
          rows={list.rows}
          rowId={({ number }) => String(number)}
          sorting={sorting}
        />
      </ListBody>
    </Page>
  )
}

const sorts = ['health', 'name', 'last_failure'] as const

/** How rows are ordered, in words. */
const orders: Record<(typeof sorts)[number], string> = {
  health: 'trouble first, then never tried, then by name',
  name: 'sorted by name',
  last_failure: 'sorted by last failure',
}
