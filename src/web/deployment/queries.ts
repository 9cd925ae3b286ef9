import { getDeploymentStatistics, listDeployments } from '#contract/deployment/deployment.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'
import { type TimeRangeName, type WindowSearch, windowNow } from '#web/table/time-range.ts'

/** Search parameters of an environment's deployments. */
export interface DeploymentSearch extends WindowSearch {
  failed?: boolean | null | undefined
  page?: number | undefined
  per_page?: number | undefined
}

const defaultRange: TimeRangeName = '30d'

/** The window that is asked for now: 30 days unless set. */
export const windowOf = ({ range, from, to }: WindowSearch) =>
  windowNow({ range: range ?? defaultRange, from, to })

/** A page of what began to run in an environment. */
export function deploymentListQuery(org: string, env: string, search: DeploymentSearch) {
  const { range, from, to, failed, page, per_page } = search
  const asked = { range, from, to, failed, page, per_page }
  return askedQuery(listDeployments, { org, env_name: env }, asked, () => ({
    ...windowOf(search),
    ...(failed && { failed }),
    page,
    per_page,
  }))
}

/** How often and how fast something began to run in an environment. */
export function deploymentStatisticsQuery(
  org: string,
  env: string,
  { range, from, to }: DeploymentSearch,
) {
  const asked = { range, from, to }
  return askedQuery(getDeploymentStatistics, { org, env_name: env }, asked, () => windowOf(asked))
}
