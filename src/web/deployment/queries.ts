import { getDeploymentStatistics, listDeployments } from '#contract/deployment/deployment.ts'
import { call } from '#web/api/call.ts'
import type { EndpointQuery } from '#web/api/endpoint-query.ts'
import { type TimeRangeName, timesOf } from '#web/table/time-range.ts'

/** Search parameters of an environment's deployments. */
export interface DeploymentSearch {
  range?: TimeRangeName | undefined
  from?: number | null | undefined
  to?: number | null | undefined
  failed?: boolean | null | undefined
  page?: number | undefined
  per_page?: number | undefined
}

const defaultRange: TimeRangeName = '30d'

/** The window that is asked for now: 30 days unless set. */
export function windowOf({ range, from, to }: DeploymentSearch): { from?: number; to?: number } {
  const search = { range: range ?? defaultRange, from_timestamp: from, to_timestamp: to }
  const { from_timestamp, to_timestamp } = timesOf(search, Date.now() / 1_000)
  return {
    ...(from_timestamp !== undefined && { from: from_timestamp }),
    ...(to_timestamp !== undefined && { to: to_timestamp }),
  }
}

/** A page of what began to run in an environment. */
export function deploymentListQuery(
  org: string,
  env: string,
  search: DeploymentSearch,
): EndpointQuery<typeof listDeployments> {
  const { range, from, to, failed, page, per_page } = search
  const params = { org, env_name: env }
  return {
    // By the range and not by the moments that it means now: asking again keeps the rows.
    queryKey: ['listDeployments', params, { range, from, to, failed, page, per_page }],
    queryFn: ({ signal }) => {
      const query = { ...windowOf(search), ...(failed && { failed }), page, per_page }
      return call(listDeployments, { params, query, signal })
    },
  }
}

/** How often and how fast something began to run in an environment. */
export function deploymentStatisticsQuery(
  org: string,
  env: string,
  { range, from, to }: DeploymentSearch,
): EndpointQuery<typeof getDeploymentStatistics> {
  const params = { org, env_name: env }
  return {
    queryKey: ['getDeploymentStatistics', params, { range, from, to }],
    queryFn: ({ signal }) => {
      const query = windowOf({ range, from, to })
      return call(getDeploymentStatistics, { params, query, signal })
    },
  }
}
