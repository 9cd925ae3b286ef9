import type { QueryClient } from '@tanstack/react-query'
import type { QueryOf } from './list-query.ts'

/**
 * Loads what a page stands without, but what moves other parts when it comes later: with the page it
 * moves nothing. What is there already is enough, and what cannot be loaded says so in its place.
 */
export const loadWithPage = <Data>(
  queryClient: QueryClient,
  query: QueryOf<Data>,
): Promise<Data | null> => queryClient.ensureQueryData<Data>(query).catch(() => null)
