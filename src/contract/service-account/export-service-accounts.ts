import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { listServiceAccountSummaries } from './service-account.ts'

export const exportServiceAccounts = endpoint({
  name: 'exportServiceAccounts',
  ...download,
  path: '/cairn/{org}/exports/service-accounts',
  access: 'reader',
  query: z.extend(listServiceAccountSummaries.query, exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportServiceAccountsTexts = {
  exportServiceAccounts: {
    summary: 'Export all service accounts that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each service account, with the state of its keys but without secrets. Personal organizations have none: 403. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
