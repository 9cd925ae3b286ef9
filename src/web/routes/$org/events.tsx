import { createFileRoute } from '@tanstack/react-router'
import { exportEventLog, listEventLog } from '#contract/event/event.ts'
import { openList } from '#web/api/open-list.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { EventLog } from '#web/event/event-log.tsx'
import { useNotifyAction } from '#web/event/notify-action.ts'
import { HistogramSpace } from '#web/event/histogram-space.tsx'
import {
  eventLogQuery,
  eventQueryOf,
  filtersIn,
  organizationLogSearch,
} from '#web/event/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingListPage } from '#web/ui/skeleton.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(organizationLogSearch, raw)

export const Route = createFileRoute('/$org/events')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page.
  loader: (opened) => {
    const search = searchOf(opened.location.search)
    const around = search.event_id ?? search.anchor
    const cursor = around ? { event_id: around } : {}
    const query = eventLogQuery(opened.params.org, filtersIn(search), cursor)
    return openList('events', opened, query)
  },
  pendingComponent: () => (
    <PendingListPage heading="Events" rows={14}>
      <HistogramSpace isOfAll />
    </PendingListPage>
  ),
  component: EventsPage,
  staticData: { crumb: 'Events' },
})

function EventsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const changeSearch = useSearchChange<typeof search>()
  useWhyKey()
  return (
    <Page
      title={['Events', org]}
      heading="Events"
      facts={<span>What started, exited, changed or fell silent in all environments</span>}
      actions={
        <PageActions
          views="events"
          call={{
            endpoint: listEventLog,
            params: { org },
            query: () => eventQueryOf(filtersIn(search)),
          }}
          exports={exportEventLog}
          own={useNotifyAction(org, filtersIn(search))}
        />
      }
    >
      <EventLog org={org} search={search} onChange={changeSearch} />
    </Page>
  )
}
