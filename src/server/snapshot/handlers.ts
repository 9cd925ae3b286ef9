import type { ReportItem } from '#contract/environment-report.ts'
import type { PhysicalType } from '#contract/environment-type.ts'
import { parseInterval } from '#domain/snapshot-interval.ts'
import { acceptReport } from '../change/accept-report.ts'
import { diffSnapshots } from '../change/diff-snapshots.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { eventsOfEnvironment } from '../change/list-environment-events.ts'
import { readSnapshot } from '../change/read-snapshot.ts'
import { snapshotOfPath } from '../change/snapshot-path.ts'
import { write } from '../change/write.ts'
import { Answer, type Handlers, type OrgContext } from '../handler.ts'
import { refusedField } from '../problem.ts'
import { snapshotItem } from './item.ts'
import { listSnapshotRows, stateOf } from './queries.ts'

interface Report {
  params: { env_name: string }
  body: { artifacts?: readonly ReportItem[] | null | undefined }
}

const report =
  (type: PhysicalType) =>
  async (context: OrgContext, { params, body }: Report) => {
    const outcome = await write(context, (w) =>
      acceptReport(w, params.env_name, type, body.artifacts ?? []),
    )
    return new Answer(outcome === 'snapshot' ? 201 : 200, 'OK')
  }

export const snapshotHandlers = {
  reportK8s: report('K8S'),
  reportEcs: report('ECS'),
  reportS3: report('S3'),
  reportLambda: report('lambda'),
  reportServer: report('server'),
  reportDocker: report('docker'),
  reportAzureApps: report('azure-apps'),
  reportCloudRun: report('cloud-run'),

  async listSnapshots(context, { params, query }) {
    const { id } = await environmentOfPath(context, params.env_name)
    const { snapshot_index: length } = await stateOf(context.org, id)
    const range = parseInterval(query.interval ?? '', length)
    if (!range) throw refusedField('interval', 'Input should be an interval A..B', query.interval)
    const rows = await listSnapshotRows(context.org, id, range, query, query.reverse)
    return rows.map((row) => snapshotItem(row, context.clock()))
  },

  async getSnapshot(context, { params }) {
    const { env_name, snapshot_expression } = params
    const { environment, snapshot } = await snapshotOfPath(context, env_name, snapshot_expression)
    return readSnapshot(context, environment, snapshot)
  },

  diffSnapshots: (context, { query }) => diffSnapshots(context, query),

  listEnvironmentEvents: (context, { params, query }) =>
    eventsOfEnvironment(context, params.env_name, query),
} satisfies Partial<Handlers>
