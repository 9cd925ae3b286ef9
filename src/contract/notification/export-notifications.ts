import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { listNotificationSummaries } from './notification-page.ts'

export const exportNotifications = endpoint({
  name: 'exportNotifications',
  ...download,
  path: '/cairn/{org}/exports/notifications',
  access: 'reader',
  query: z.extend(z.omit(listNotificationSummaries.query, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportNotificationsTexts = {
  exportNotifications: {
    summary: 'Export all notifications that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each notification, with its triggers, its health and when it last succeeded and failed; addresses and secrets are left out. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
