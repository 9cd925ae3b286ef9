import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { getFlowMatrix } from '#contract/flow/flow-statistics.ts'
import {
  findTrailNeighbours,
  listTrailArtifacts,
  listTrailVerdicts,
} from '#contract/trail/trail-page.ts'
import { listFlowSummaries } from '#contract/flow/flow.ts'
import { getTrail, listAllTrailSummaries, listTrailSummaries } from '#contract/trail/trail.ts'
import { call } from '#web/api/call.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { type SearchOf, queryOf } from '#web/api/search-params.ts'
import { archivedOf } from '#web/table/archived-flows.ts'
import type { Suggest } from '#web/table/filter.ts'
import { type TimeRangeName, timesNow } from '#web/table/time-range.ts'

/** Parameters of a flow's list of trails: the API's own query, or a relative range. */
type TrailListSearch = QueryInputOf<typeof listTrailSummaries> & {
  range?: TimeRangeName
  ignored?: unknown
}

/** Query to the service: a relative range turns into a time, now. Explicit times win over it. */
export function trailQueryOf(search: TrailListSearch): QueryInputOf<typeof listTrailSummaries> {
  return timesNow(queryOf(search))
}

/** A page of a flow's trails. A relative range turns into a time when the service is asked. */
export const trailListQuery = (org: string, flow: string, search: TrailListSearch) =>
  askedQuery(listTrailSummaries, { org, flow_name: flow }, queryOf(search), () =>
    trailQueryOf(search),
  )

/** Parameters of the list of all flows' trails: the API's own query, or a relative range. */
type AllTrailsSearch = QueryInputOf<typeof listAllTrailSummaries> & {
  range?: TimeRangeName
  ignored?: unknown
}

/** Query to the service, now; trails of archived flows are left out unless they are asked for. */
export const allTrailsQueryOf = (
  search: AllTrailsSearch,
): QueryInputOf<typeof listAllTrailSummaries> => ({
  ...timesNow(queryOf(search)),
  ...archivedOf(search),
})

/** A page of the trails of all flows. */
export const allTrailsQuery = (org: string, search: AllTrailsSearch) =>
  askedQuery(listAllTrailSummaries, { org }, queryOf(search), () => allTrailsQueryOf(search))

/** Names of flows to filter by: the first 500. */
export const knownFlowsOf = (org: string): Suggest => {
  const query = { per_page: 500 }
  return {
    queryKey: ['listFlowSummaries', { org }, { ...query, names: true }],
    queryFn: async () => {
      const { data } = await call(listFlowSummaries, { params: { org }, query })
      return data.map(({ name: text }) => ({ text }))
    },
  }
}

/** Parameters of a flow's matrix: the API's own query, or a relative range. */
type MatrixSearch = QueryInputOf<typeof getFlowMatrix> & {
  range?: TimeRangeName
  ignored?: unknown
}

/** A page of a flow's trails with the state of each slot. */
export function flowMatrixQuery(org: string, flow: string, search: MatrixSearch) {
  const asked = queryOf(search)
  return askedQuery(getFlowMatrix, { org, flow_name: flow }, asked, () => timesNow(asked))
}

/** One trail with its slots and events. */
export function trailQuery(org: string, flow: string, trail: string) {
  return endpointQuery(getTrail, { org, flow_name: flow, trail_name: trail })
}

/** Filters of a flow's list of trails that a trail's address carries along. */
export type ListFilters = Omit<SearchOf<(typeof findTrailNeighbours)['query']>, 'ignored'> & {
  range?: TimeRangeName | undefined
}

/** The trails beside one in the list that the filters stand for. */
export function neighboursQuery(org: string, flow: string, trail: string, filters: ListFilters) {
  const params = { org, flow_name: flow, trail_name: trail }
  return {
    ...askedQuery(findTrailNeighbours, params, filters, () => timesNow(filters)),
    // A trail that begins or flips elsewhere changes them unseen.
    staleTime: 0,
  }
}

/** A trail's flips, oldest first. */
export function flipsQuery(org: string, flow: string, trail: string) {
  return endpointQuery(listTrailVerdicts, { org, flow_name: flow, trail_name: trail })
}

/** A trail's artifacts. */
export function trailArtifactsQuery(org: string, flow: string, trail: string) {
  return endpointQuery(listTrailArtifacts, { org, flow_name: flow, trail_name: trail })
}

/** The filters of a list of trails, out of the search of the list or of a trail opened from it. */
export function listFiltersOf(search: ListFilters): ListFilters {
  const { name, author, verdict, range, from_timestamp, to_timestamp } = search
  return { name, author, verdict, range, from_timestamp, to_timestamp }
}

/** Whether any filter is set: then neighbours are not all of the flow's trails. */
export function isFiltered(filters: ListFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== null)
}
