import { endpointQuery } from './endpoint-query.ts'

/** Query options of all views that the caller sees; live changes make it old, nothing else. */
export const viewsQuery = (org: string) => ({
  ...endpointQuery('listViews', { org }),
  staleTime: Infinity,
})
