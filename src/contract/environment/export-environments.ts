import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listEnvironmentSummaries } from './environment-list.ts'

export const exportEnvironments = endpoint({
  name: 'exportEnvironments',
  ...download,
  path: '/cairn/{org}/exports/environments',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listEnvironmentSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportEnvironmentsTexts = {
  exportEnvironments: {
    summary: 'Export all environments that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each environment, with its state, what runs there and its policies. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
