import type { Handlers } from '#server/request/handler.ts'
import { countDeploymentTimes, listDeployments } from './list-deployments.ts'

export const deploymentHandlers = {
  listDeployments: (context, { params, query }) => listDeployments(context, params.env_name, query),

  getDeploymentStatistics: (context, { params, query }) =>
    countDeploymentTimes(context, params.env_name, query),
} satisfies Partial<Handlers>
