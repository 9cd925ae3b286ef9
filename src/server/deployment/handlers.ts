import type { Deployment } from '#contract/deployment/deployment.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import type { Handlers } from '#server/request/handler.ts'
import { countDeploymentTimes, listDeployments, requireWhole } from './list-deployments.ts'
import { readServices } from './read-services.ts'

/** Deployments read at once for an export. */
const batch = 500

export const deploymentHandlers = {
  listDeployments: (context, { params, query }) => listDeployments(context, params.env_name, query),

  async exportDeployments(context, { params, query }) {
    const environment = params.env_name
    await environmentOfPath(context, environment)
    await requireWhole(context, environment, query)
    const { format: _, ...filters } = query
    async function* read(asOf: number) {
      const to = Math.min(query.to ?? asOf, asOf)
      for (let page = 1; ; page += 1) {
        const pageQuery = { ...filters, to, page, per_page: batch }
        const { data } = await listDeployments(context, environment, pageQuery)
        yield data
        if (data.length < batch) return
      }
    }
    const columns = deploymentColumns
    return exportAnswer(context, { list: 'deployments', environment, query, columns, read })
  },

  getDeploymentStatistics: (context, { params, query }) =>
    countDeploymentTimes(context, params.env_name, query),

  async listServices(context, { query }) {
    return { services: await readServices(context, query.environment) }
  },
} satisfies Partial<Handlers>

const deploymentColumns: Columns<Deployment> = {
  started_at: ({ started_at }) => isoTime(started_at),
  environment: ({ environment_name }) => environment_name,
  snapshot: ({ snapshot_index }) => snapshot_index,
  artifact: ({ name }) => name,
  fingerprint: ({ fingerprint }) => fingerprint,
  flow: ({ flow_name }) => flow_name,
  other_flows: ({ other_flows }) => other_flows.join(' '),
  trail: ({ trail_name }) => trail_name,
  commit: ({ git_commit }) => git_commit,
  commit_author: ({ commit_author }) => commit_author,
  lead_time_seconds: ({ commit_lead_time }) => commit_lead_time,
  replaced: ({ replaced }) => replaced && replaced.name,
  replaced_fingerprint: ({ replaced }) => replaced && replaced.fingerprint,
  failed_by: ({ failure }) => failure && failure.reason,
  restored_at: ({ failure }) => failure && isoTime(failure.ended_at),
  restored_by_exception: ({ failure }) => failure && failure.is_by_exception,
}
