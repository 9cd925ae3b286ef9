import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { listMembers } from './member.ts'

export const exportMembers = endpoint({
  name: 'exportMembers',
  ...download,
  path: '/cairn/{org}/exports/members',
  access: 'reader',
  query: z.extend(listMembers.query, exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportMembersTexts = {
  exportMembers: {
    summary: 'Export all members that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each member; e-mail address and last sign of life are filled for admins only. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
