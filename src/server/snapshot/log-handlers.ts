import { compareSnapshots } from '../change/compare-snapshots.ts'
import { countDeploymentTimes, listDeployments } from '../change/list-deployments.ts'
import { countEventLog, listEventLog } from '../change/list-event-log.ts'
import type { Handlers } from '../handler.ts'
import { windowOf } from '../window.ts'
import { listVerdictRuns } from './run-queries.ts'

export const logHandlers = {
  compareSnapshots: (context, { query }) => compareSnapshots(context, query),

  listEventLog: (context, { query }) => listEventLog(context, query),

  countEventLog: (context, { query }) => countEventLog(context, query),

  async listVerdictRuns({ org, clock }, { query }) {
    const window = windowOf(query, clock())
    const environments = await listVerdictRuns(org, query.environment ?? [], window)
    return { ...window, environments }
  },

  listDeployments: (context, { params, query }) => listDeployments(context, params.env_name, query),

  getDeploymentStatistics: (context, { params, query }) =>
    countDeploymentTimes(context, params.env_name, query),
} satisfies Partial<Handlers>
