import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listControlSummaries } from './control-page.ts'

export const exportControls = endpoint({
  name: 'exportControls',
  ...download,
  path: '/cairn/{org}/exports/controls',
  access: 'reader',
  query: z.extend(z.omit(listControlSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportControlsTexts = {
  exportControls: {
    summary: 'Export all controls that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each control, with its coverage, its results and its last decision. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
