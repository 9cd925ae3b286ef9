import type { RunningArtifact } from '#contract/snapshot-page.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { pageOfSnapshots } from '../change/list-snapshots.ts'
import { readInstances, readRunningNow, readSnapshotPage } from '../change/read-snapshot-page.ts'
import { snapshotOfPath } from '../change/snapshot-path.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers } from '../handler.ts'
import { pagination } from '../page.ts'
import { runningColumns, snapshotColumns } from './export-columns.ts'

/** Snapshots that are read at once for an export. */
const batch = 500

async function* together(artifacts: RunningArtifact[]) {
  yield artifacts
}

export const snapshotPageHandlers = {
  async listSnapshotSummaries(context, { params, query }) {
    const { data, total } = await pageOfSnapshots(context, params.env_name, query)
    return { data, pagination: pagination(total, query) }
  },

  async getSnapshotPage(context, { params, query }) {
    const { env_name, snapshot_expression } = params
    const { environment, snapshot } = await snapshotOfPath(context, env_name, snapshot_expression)
    return readSnapshotPage(context, environment, snapshot, query)
  },

  getRunningNow: (context, { params, query }) => readRunningNow(context, params.env_name, query),

  getRunningInstances: (context, { params, query }) => readInstances(context, params, query),

  async exportSnapshots(context, { params, query }) {
    const environment = params.env_name
    await environmentOfPath(context, environment)
    async function* read(asOf: number) {
      const asked = { ...query, to_timestamp: Math.min(query.to_timestamp ?? asOf, asOf) }
      for (let page = 1; ; page += 1) {
        const paged = { ...asked, page, per_page: batch }
        const { data, total } = await pageOfSnapshots(context, environment, paged)
        yield data
        if (page * batch >= total) return
      }
    }
    const columns = snapshotColumns
    return exportAnswer(context, { list: 'snapshots', environment, query, columns, read })
  },

  async exportSnapshotArtifacts(context, { params, query }) {
    const { env_name: environment, snapshot_expression } = params
    const found = await snapshotOfPath(context, environment, snapshot_expression)
    const page = await readSnapshotPage(context, found.environment, found.snapshot, query)
    return exportAnswer(context, {
      list: 'artifacts',
      environment,
      query: { snapshot_index: page.index, ...query },
      columns: runningColumns,
      read: () => together(page.artifacts),
    })
  },

  async exportRunning(context, { params, query }) {
    const environment = params.env_name
    const { artifacts } = await readRunningNow(context, environment, query)
    return exportAnswer(context, {
      list: 'running',
      environment,
      query,
      columns: runningColumns,
      read: () => together(artifacts),
    })
  },
} satisfies Partial<Handlers>
