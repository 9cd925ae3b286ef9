import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

/** The change after which a page just begun has to hear of changes; unknown when it began long ago. */
export function firstChangeToHear(queryClient: QueryClient, org: string): number | undefined {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {}
  if (Date.now() > dataUpdatedAt + 30_000) return undefined
  return data?.organizations.find(({ name }) => name === org)?.last_change
}
