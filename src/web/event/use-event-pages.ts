import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { listEventLog, LoggedEvent } from '#contract/event/event.ts'
import { type ListQuery, useListQuery } from '#web/api/list-query.ts'
import { type LogFilters, eventLogQuery } from './queries.ts'

/** Loaded events of a log, newest first. */
interface EventPages {
  /** The filters of the rows that are shown. */
  shown: LogFilters
  events: LoggedEvent[]
  /** Loads what is older, or newer; null where there is nothing. */
  loadOlder: (() => string) | null
  loadNewer: (() => void) | null
  isLoading: boolean
  /** How many stretches are loaded beyond the first one. */
  stretches: number
  /** Changes with every stretch that is loaded. */
  scope: string
  /** Forgets what was loaded beyond the first stretch. */
  restart: () => void
  lastBefore: { event_id: string; recorded_at: number } | null
  query: ListQuery<unknown, typeof listEventLog>['query']
}

/** Where a log is read: by which filters, and around which event where the address names one. */
interface LogPosition {
  filters: LogFilters
  around: string | undefined
}

interface Loaded {
  scope: string
  older: readonly string[]
  newer: readonly string[]
}

/** Reads a log from a position on, stretch by stretch; rows stay until those of other filters come. */
export function useEventPages(org: string, wanted: LogPosition): EventPages {
  const first = useListQuery(wanted, ({ filters, around }) =>
    eventLogQuery(org, filters, around ? { event_id: around } : {}),
  )
  const { shown } = first
  const scope = JSON.stringify([org, shown])
  const fresh: Loaded = { scope, older: [], newer: [] }
  const [kept, setLoaded] = useState(fresh)
  const loaded = kept.scope === scope ? kept : fresh
  const cursors = [
    ...loaded.newer.map((after) => ({ after })),
    ...loaded.older.map((before) => ({ before })),
  ]
  const more = useQueries({
    queries: cursors.map((cursor) => eventLogQuery(org, shown.filters, cursor)),
  })
  const newer = more.slice(0, loaded.newer.length)
  const older = more.slice(loaded.newer.length)
  const stretches = [
    ...newer.toReversed().map(({ data }) => data),
    first.data,
    ...older.map(({ data }) => data),
  ]
  const lastOlder = older.length > 0 ? older.at(-1)?.data?.older : first.data.older
  const lastNewer = newer.length > 0 ? newer.at(-1)?.data?.newer : first.data.newer
  return {
    shown: shown.filters,
    events: stretches.flatMap((stretch) => stretch?.events ?? []),
    loadOlder: lastOlder
      ? () => {
          setLoaded({ ...loaded, older: [...loaded.older, lastOlder] })
          return lastOlder
        }
      : null,
    loadNewer: lastNewer
      ? () => setLoaded({ ...loaded, newer: [...loaded.newer, lastNewer] })
      : null,
    stretches: more.filter(({ data }) => data).length,
    isLoading: first.isBusy || more.some(({ isPending }) => isPending),
    scope: JSON.stringify([loaded, more.map(({ isPending }) => isPending)]),
    restart: () => setLoaded(fresh),
    lastBefore: first.data.last_before,
    query: first.query,
  }
}
