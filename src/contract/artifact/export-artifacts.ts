import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listArtifactSummaries } from './artifact.ts'

export const exportArtifacts = endpoint({
  name: 'exportArtifacts',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/artifacts',
  access: 'reader',
  query: z.extend(z.omit(listArtifactSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportArtifactsTexts = {
  exportArtifacts: {
    summary: "Export all of a flow's artifacts that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each report of an artifact in the flow, newest first, with its status. The export is recorded in the audit log. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
} satisfies EndpointTexts
