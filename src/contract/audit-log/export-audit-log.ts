import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { auditFilters } from './audit-log.ts'

export const exportAuditLog = endpoint({
  name: 'exportAuditLog',
  ...download,
  path: '/cairn/{org}/exports/audit-log',
  access: 'reader',
  query: z.object({ ...auditFilters, ...exportFormat }),
})

/** What the API reference says of these endpoints. */
export const exportAuditLogTexts = {
  exportAuditLog: {
    summary: 'Export all entries of the audit log that match, as CSV, NDJSON or JSON',
    description:
      'Returns the entries as they stood when the export began, newest first. Network addresses are included for admins only.',
  },
} satisfies EndpointTexts
