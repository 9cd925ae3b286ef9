import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { countDecisionDays } from './decision.ts'

export const exportDecisions = endpoint({
  name: 'exportDecisions',
  ...download,
  path: '/cairn/{org}/exports/decisions',
  access: 'reader',
  archived: 'include',
  query: z.extend(countDecisionDays.query, exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportDecisionsTexts = {
  exportDecisions: {
    summary: 'Export all decisions that match, newest first, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each decision, with the control, the result and what it is about. What is recorded after the call is left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts
