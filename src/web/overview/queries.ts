import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { listExceptions, type RegisteredException } from '#contract/exception/exception.ts'
import { listNotificationSummaries } from '#contract/notification/notification-page.ts'
import {
  countRecentTrails,
  getOverview,
  listComplianceDays,
  listRecentChanges,
} from '#contract/overview/overview.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { type Filter, oneOf } from '#web/table/filter.ts'
import { tagFilters } from '#web/table/repeated-filters.ts'
import { rangeLabels, recentRanges, timesOf } from '#web/table/time-range.ts'

/** Filters of the overview. */
export interface OverviewSearch {
  tag?: string[] | null | undefined
  range?: (typeof recentRanges)[number] | undefined
  ignored?: unknown
}

const tagOf = ({ tag }: OverviewSearch) => (tag?.length ? { tag } : {})

/** A relative range turns into a moment when it is asked, by the minute so that answers are shared. */
function narrowedBy(search: OverviewSearch) {
  const minute = Math.floor(Date.now() / 60_000) * 60
  const { from_timestamp: from } = timesOf({ range: search.range ?? '7d' }, minute)
  return { ...tagOf(search), ...(from !== undefined && { from }) }
}

const reloadEveryMs = 5_000

/** How environments stand, and what needs attention; read again and again while a demo is loaded. */
export const overviewQuery = (org: string, search: OverviewSearch) => ({
  ...endpointQuery(getOverview, { org }, tagOf(search)),
  refetchInterval: ({ state }: { state: { data?: { loaded_until: number | null } | undefined } }) =>
    (state.data?.loaded_until ?? null) === null ? (false as const) : reloadEveryMs,
})

/** The same key for as long as the range is the same: only the asked moment moves. */
const rangeKey = (search: OverviewSearch) => ({ ...tagOf(search), range: search.range ?? '7d' })

/** Trails of the range by flow and verdict. */
export const recentTrailsQuery = (org: string, search: OverviewSearch) =>
  askedQuery(countRecentTrails, { org }, rangeKey(search), () => narrowedBy(search))

/** The last flips and deployments of the range. */
export const recentChangesQuery = (org: string, search: OverviewSearch) =>
  askedQuery(listRecentChanges, { org }, rangeKey(search), () => narrowedBy(search))

/** How long environments were compliant on each of the last 90 days. */
export const complianceDaysQuery = (org: string, search: OverviewSearch) =>
  endpointQuery(listComplianceDays, { org }, tagOf(search))

/** Notifications that do not arrive. */
export const failingRulesQuery = (org: string) =>
  endpointQuery(listNotificationSummaries, { org }, { health: ['failing'], per_page: 50 })

/** Some exceptions, and how many there are. */
export interface SomeExceptions {
  data: RegisteredException[]
  total: number
}

/** Of so many requests each has a row. */
const maxRequests = 10

/**
 * Requests for exceptions that wait for a second person, and exceptions that end within 7 days, the
 * soonest first: by one call where one page has all of both.
 */
export function dueExceptionsQuery(org: string) {
  const listOf = (query: QueryInputOf<typeof listExceptions>) =>
    endpointQuery(listExceptions, { org }, query)
  const both = listOf({ state: ['requested', 'expiring'], per_page: 100 })
  const waiting = listOf({ state: ['requested'], per_page: maxRequests })
  const soonest = listOf({ state: ['expiring'], sort: 'expires_at', per_page: 50 })
  return {
    queryKey: [...both.queryKey, 'due'] as const,
    queryFn: async (context: Parameters<typeof both.queryFn>[0]) => {
      const { data, pagination } = await both.queryFn(context)
      if (pagination.total <= data.length) return splitByState(data)
      const [requests, ending] = await Promise.all([
        waiting.queryFn(context),
        soonest.queryFn(context),
      ])
      return {
        requests: { data: requests.data, total: requests.pagination.total },
        ending: { data: ending.data, total: ending.pagination.total },
      }
    },
  }
}

function splitByState(all: readonly RegisteredException[]) {
  const requests = all.filter(({ state }) => state === 'requested')
  const ending = all
    .filter(({ state }) => state === 'expiring')
    .sort((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0))
  return {
    requests: { data: requests.slice(0, maxRequests), total: requests.length },
    ending: { data: ending, total: ending.length },
  }
}

type Narrowing = Pick<OverviewSearch, 'range'> & { tag?: string[] | undefined }

/** Tags of environments and flows, and how far trails and changes go back. */
export function overviewFilters(
  search: OverviewSearch,
  narrow: (change: Narrowing) => void,
): Filter[] {
  return [
    ...tagFilters(search.tag, (tag) => narrow({ tag })),
    oneOf(
      'Range',
      recentRanges.map((value) => ({ value, label: rangeLabels[value] })),
      search.range,
      (range) => narrow({ range }),
      { defaultValue: '7d' },
    ),
  ]
}
