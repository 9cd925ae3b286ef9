import type { ListFilters } from './queries.ts'

/** The filters of a list of trails, out of the search of the list or of a trail opened from it. */
export function listFiltersOf(search: ListFilters): ListFilters {
  const { name, author, verdict, range, from_timestamp, to_timestamp } = search
  return { name, author, verdict, range, from_timestamp, to_timestamp }
}

/** Whether any filter is set: then neighbours are not all of the flow's trails. */
export function isFiltered(filters: ListFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== null)
}
