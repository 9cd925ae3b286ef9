import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { exportEventLog, listEventLog } from '#contract/event/event.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { EventLog } from '#web/event/event-log.tsx'
import { useNotifyAction } from '#web/event/notify-action.ts'
import { HistogramSpace } from '#web/event/histogram-space.tsx'
import {
  eventLogQuery,
  eventQueryOf,
  filtersIn,
  logSearch,
  ofEnvironment,
} from '#web/event/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { PendingList } from '#web/ui/skeleton.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(logSearch, raw)

export const Route = createFileRoute('/$org/environments/$env/events')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page.
  loader: async ({ context: { queryClient }, params: { org, env }, location }) => {
    const search = searchOf(location.search)
    const around = search.event_id ?? search.anchor
    const filters = { ...filtersIn(search), ...ofEnvironment(env) }
    const cursor = around ? { event_id: around } : {}
    await Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(eventLogQuery(org, filters, cursor)).catch(ignoreTemporaryError),
    ])
  },
  pendingComponent: () => (
    <EnvironmentPending tab="Events">
      <PendingList rows={14}>
        <HistogramSpace isOfAll={false} />
      </PendingList>
    </EnvironmentPending>
  ),
  component: EventsPage,
  staticData: { crumb: 'Events' },
})

function EventsPage() {
  const { org, env } = Route.useParams()
  const search = Route.useSearch()
  const changeSearch = useSearchChange<typeof search>()
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Events"
      actions={
        <PageActions
          call={{
            endpoint: listEventLog,
            params: { org },
            query: () => eventQueryOf({ ...filtersIn(search), ...ofEnvironment(env) }),
          }}
          exports={exportEventLog}
          own={useNotifyAction(org, { ...filtersIn(search), environment: [env] })}
        />
      }
    >
      <EventLog
        key={env}
        org={org}
        env={env}
        isLogical={environment.type === 'logical'}
        search={search}
        onChange={changeSearch}
      />
    </EnvironmentPage>
  )
}
