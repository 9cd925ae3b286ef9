import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listTrailSummaries } from './trail.ts'

export const exportTrails = endpoint({
  name: 'exportTrails',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/trails',
  access: 'reader',
  query: z.extend(z.omit(listTrailSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportTrailsTexts = {
  exportTrails: {
    summary: "Export all of a flow's trails that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each trail of the flow, newest first, with its status, commit and slots; trails that begin after the call are left out. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
