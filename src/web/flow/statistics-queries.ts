import { call } from '../api/call.ts'
import type { EndpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'

/** Lengths of the window that a flow is looked at in. */
export type WindowDays = 30 | 90

/** Start of a window up to now, in Unix seconds; asked for when the service is. */
const startOf = (days: WindowDays) => Math.floor(Date.now() / 1_000) - days * 86_400

/** How many of a flow's trails have which verdict, day by day. */
export function flowStatisticsQuery(
  org: string,
  flow: string,
  days: WindowDays,
): EndpointQuery<'getFlowStatistics'> {
  const params = { org, flow_name: flow }
  return {
    queryKey: ['getFlowStatistics', params, { days }],
    queryFn: ({ signal }) => {
      const query = { from_timestamp: startOf(days) }
      return retryAfterSignIn(() => call('getFlowStatistics', { params, query, signal }))
    },
  }
}

/** A flow's slots, those that fail most first. */
export function flowSlotsQuery(
  org: string,
  flow: string,
  days: WindowDays,
): EndpointQuery<'listFlowSlots'> {
  const params = { org, flow_name: flow }
  return {
    queryKey: ['listFlowSlots', params, { days }],
    queryFn: ({ signal }) => {
      const query = { from_timestamp: startOf(days) }
      return retryAfterSignIn(() => call('listFlowSlots', { params, query, signal }))
    },
  }
}
