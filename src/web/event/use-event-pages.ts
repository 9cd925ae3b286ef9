import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoggedEvent } from '#contract/event-log.ts'
import { eventLogQuery, type LogFilters } from './queries.ts'

/** What is loaded of a log, newest first. */
export interface EventPages {
  events: LoggedEvent[]
  /** Loads what is older, or newer; null where there is nothing. */
  loadOlder: (() => string) | null
  loadNewer: (() => void) | null
  isLoading: boolean
  /** Changes with every stretch that is loaded. */
  scope: string
  /** Forgets what was loaded beyond the first stretch. */
  restart: () => void
  lastBefore: { event_id: string; recorded_at: number } | null
  query: { isRefetchError: boolean; dataUpdatedAt: number; refetch: () => unknown }
}

interface Loaded {
  filters: string
  /** The event that the address named when the page was opened. */
  around: string | undefined
  older: readonly string[]
  newer: readonly string[]
}

/** Reads a log from a place on, stretch by stretch in both directions. */
export function useEventPages(
  org: string,
  filters: LogFilters,
  around: string | undefined,
): EventPages {
  const scope = JSON.stringify([org, filters])
  const fresh: Loaded = { filters: scope, around, older: [], newer: [] }
  const [kept, setLoaded] = useState(fresh)
  const loaded = kept.filters === scope ? kept : fresh
  if (loaded !== kept) setLoaded(fresh)
  const first = useSuspenseQuery(
    eventLogQuery(org, filters, loaded.around ? { event_id: loaded.around } : {}),
  )
  const places = [
    ...loaded.newer.map((after) => ({ after })),
    ...loaded.older.map((before) => ({ before })),
  ]
  const more = useQueries({ queries: places.map((place) => eventLogQuery(org, filters, place)) })
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
    isLoading: more.some(({ isPending }) => isPending),
    scope: JSON.stringify([loaded, more.map(({ isPending }) => isPending)]),
    restart: () => setLoaded({ ...fresh, around: undefined }),
    lastBefore: first.data.last_before,
    query: first,
  }
}
