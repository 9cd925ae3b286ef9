import type { ArtifactSearch } from './search.ts'

/** What of a search narrows, for the call that gives just that. */
export function filtersIn({ q, flow_name, verdict, show }: ArtifactSearch) {
  return { q, flow_name, verdict, show }
}
