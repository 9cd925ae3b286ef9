import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listOverrides } from './override.ts'

export const exportOverrides = endpoint({
  name: 'exportOverrides',
  ...download,
  path: '/cairn/{org}/exports/overrides',
  access: 'reader',
  query: z.extend(z.omit(listOverrides.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportOverridesTexts = {
  exportOverrides: {
    summary: 'Export all overrides that match, and requests for them, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each override and each request, with reason, author, approval and end. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
