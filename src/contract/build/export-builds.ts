import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { buildFilters } from './build.ts'

export const exportBuilds = endpoint({
  name: 'exportBuilds',
  ...download,
  path: '/cairn/{org}/exports/builds',
  access: 'reader',
  archived: 'include',
  query: z.extend(z.omit(buildFilters, pagingParameters), exportFormat),
})

/** What the API reference says of these endpoints. */
export const exportBuildsTexts = {
  exportBuilds: {
    summary: 'Export all builds of a window, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each build of the window, newest first, with its status and where it runs. The window is 28 days up to `end_ts` unless `start_ts` is given. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
