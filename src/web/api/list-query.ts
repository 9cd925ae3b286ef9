import { type QueryClient, hashKey, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** Options of a query that reads a list. */
export interface QueryOf<Data> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** A list as the page shows it: of the search in the URL, or of the one before. */
export interface ListQuery<S, Data> {
  /** Search parameters of the shown rows. */
  shown: S
  data: Data
  /** Rows of another search are on their way. */
  isBusy: boolean
  /** State of the rows for a StaleNote. */
  query: {
    isRefetchError: boolean
    /** The rows are of an earlier search, since those that are wanted could not be had. */
    isOfEarlierSearch: boolean
    isFetching: boolean
    dataUpdatedAt: number
    refetch: () => unknown
  }
}

/**
 * Reads a list for the search in the URL. The rows of the search before stay until the new ones
 * come, also when the service cannot be reached. @throws ApiError when the list is refused, or
 * cannot be had and there are no rows yet.
 */
export function useListQuery<S, Data>(
  search: S,
  queryOf: (search: S) => QueryOf<Data>,
): ListQuery<S, Data> {
  const options = queryOf(search)
  const wanted = useQuery(options)
  const [last, setLast] = useState(search)
  const hasChanged = hashKey(queryOf(last).queryKey) !== hashKey(options.queryKey)
  const isThere = wanted.data !== undefined
  if (isThere && hasChanged) setLast(search)
  const shown = isThere ? search : last
  const query = useSuspenseQuery(queryOf(shown))
  const { error } = wanted
  if (!isThere && error && !(error instanceof ApiError && error.isTemporary)) throw error
  // Also while it is tried again: the note and its button stay under the cursor.
  const isOfEarlierSearch = hasChanged && !isThere && wanted.errorUpdateCount > 0
  return {
    shown,
    data: query.data,
    isBusy: hasChanged && !isThere && wanted.isFetching,
    query: {
      isRefetchError: query.isRefetchError || isOfEarlierSearch,
      isOfEarlierSearch,
      isFetching: wanted.isFetching,
      dataUpdatedAt: query.dataUpdatedAt,
      refetch: wanted.refetch,
    },
  }
}

/**
 * Loads what a page stands without, but what moves other parts when it comes later: with the page it
 * moves nothing. What is there already is enough, and what cannot be loaded says so in its place.
 */
export const loadWithPage = <Data>(
  queryClient: QueryClient,
  query: QueryOf<Data>,
): Promise<Data | null> => queryClient.ensureQueryData<Data>(query).catch(() => null)
