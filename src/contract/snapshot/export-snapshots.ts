import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { getRunningNow, getSnapshotPage, listSnapshotSummaries } from './snapshot-page.ts'

export const exportSnapshots = endpoint({
  name: 'exportSnapshots',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots',
  access: 'reader',
  query: z.extend(z.omit(listSnapshotSummaries.query, pagingParameters), exportFormat),
})

export const exportSnapshotArtifacts = endpoint({
  name: 'exportSnapshotArtifacts',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots/{snapshot_expression}',
  access: 'reader',
  query: z.extend(getSnapshotPage.query, exportFormat),
})

export const exportRunning = endpoint({
  name: 'exportRunning',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/running',
  access: 'reader',
  query: z.extend(getRunningNow.query, exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportSnapshotsTexts = {
  exportSnapshots: {
    summary: "Export all of an environment's snapshots that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each snapshot of the environment, newest first, with its state and what changed. The export is recorded in the audit log.',
  },
  exportSnapshotArtifacts: {
    summary: 'Export the artifacts of a snapshot that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each artifact of the snapshot, with the verdict recorded there. The export is recorded in the audit log.',
  },
  exportRunning: {
    summary: 'Export what runs in an environment, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each running artifact by the last report, with its verdict and provenance. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
