import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listFlowSummaries } from './flow.ts'

export const exportFlows = endpoint({
  name: 'exportFlows',
  ...download,
  path: '/cairn/{org}/exports/flows',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listFlowSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportFlowsTexts = {
  exportFlows: {
    summary: 'Export all flows that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each flow, with recent trails and open trouble, in the order asked for. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
