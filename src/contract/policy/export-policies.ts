import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listPolicySummaries } from './policy-page.ts'

export const exportPolicies = endpoint({
  name: 'exportPolicies',
  ...download,
  path: '/cairn/{org}/exports/policies',
  access: 'reader',
  query: z.extend(z.omit(listPolicySummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportPoliciesTexts = {
  exportPolicies: {
    summary: 'Export all policies that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each policy, with its newest version, where it is attached and how many artifacts it passes and fails there. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
