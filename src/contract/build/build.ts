import * as z from 'zod/mini'
import { runningInNow } from '#contract/artifact/environments-of-artifact.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging, linkedPage, paged } from '#contract/common/pagination.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

/** Filters of builds (specification 4.8). */
export const buildNarrowing = {
  /** The provider's own id. */
  repo_id: maybe(z.array(z.string())),
  repo_name: maybe(z.array(z.string())),
  /** Both ends are included; the default is the 28 days up to `end_ts`, by default now. */
  start_ts: maybe(timestamp),
  end_ts: maybe(timestamp),
}

/** Query of the builds page; declared separately, so that pages load nothing else. */
export const buildFilters = z.object({
  ...paging({ per_page: 15, max: 50 }),
  ...buildNarrowing,
})

const buildRepo = z.object({ name: z.string(), repo_id: z.string() })
const link = z.object({ href: z.string() })

/** A reported artifact (specification 2.7). */
export const build = z.object({
  created_at: timestamp,
  fingerprint: z.string(),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.nullable(z.string()),
  repo_info: z.nullable(buildRepo),
  _links: z.object({ self: link, trail: z.optional(link), html: link }),
})
export type Build = z.output<typeof build>

export const listBuilds = endpoint({
  name: 'listBuilds',
  method: 'GET',
  path: '/builds/{org}',
  access: 'reader',
  archived: 'include',
  query: z.object({ ...paging({ per_page: 15, min: 0, max: 50 }), ...buildNarrowing }),
  response: linkedPage('builds', build),
})

/** A row of the builds page. */
export const buildSummary = z.object({
  artifact_id: z.string(),
  filename: z.string(),
  fingerprint: z.string(),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.nullable(z.string()),
  repo_info: z.nullable(buildRepo),
  state: trailState,
  /** Qualifiers of the state. */
  qualifiers,
  created_at: timestamp,
  running_in: runningInNow,
})
export type BuildSummary = z.output<typeof buildSummary>

export const listBuildSummaries = endpoint({
  name: 'listBuildSummaries',
  method: 'GET',
  path: '/cairn/{org}/builds',
  access: 'reader',
  archived: 'include',
  query: buildFilters,
  response: paged(buildSummary),
})

const counts = { compliant: z.int(), non_compliant: z.int(), incomplete: z.int() }

export const buildStatistics = z.object({
  start_ts: timestamp,
  end_ts: timestamp,
  totals: z.object(counts),
  /** Compliant builds that are so by an override. */
  by_override: z.int(),
  /** Number of builds of the window that run now, and of environments in which they run. */
  running: z.int(),
  environments: z.int(),
  /** All days, oldest first, including those without a build. */
  days: z.array(z.object({ day: timestamp, ...counts })),
  /** Whether there is any build at all, regardless of the window and the filters. */
  has_any: z.boolean(),
})
export type BuildStatistics = z.output<typeof buildStatistics>

export const getBuildStatistics = endpoint({
  name: 'getBuildStatistics',
  method: 'GET',
  path: '/cairn/{org}/builds/statistics',
  access: 'reader',
  archived: 'include',
  query: z.object(buildNarrowing),
  response: buildStatistics,
})

export const exportBuilds = endpoint({
  name: 'exportBuilds',
  ...download,
  path: '/cairn/{org}/exports/builds',
  access: 'reader',
  archived: 'include',
  query: z.extend(z.omit(buildFilters, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const buildTexts = {
  listBuilds: {
    summary: 'List builds, newest first: 28 days up to end_ts unless start_ts says otherwise',
    description:
      'Returns one item for each report of an artifact in the window, which includes both ends. A page has 15 items unless `per_page` says otherwise, 50 at most; `per_page=0` returns only `total_count`.',
    spec: '4.8',
  },
  listBuildSummaries: {
    summary: 'List builds with their verdicts and where they run, newest first',
    description:
      'Returns one page of builds in the window, each with its compliance status and the environments that it runs in. The window is 28 days up to `end_ts` unless `start_ts` is given; a page has 15 unless `per_page` says otherwise, 50 at most.',
  },
  getBuildStatistics: {
    summary: 'Count builds by UTC day and verdict: 28 days up to end_ts, or a window to 400 days',
    description:
      'Returns counts of builds by day and status, how many of them run now and in how many environments. Of a longer window the last 400 days are counted.',
  },
  exportBuilds: {
    summary: 'Export all builds of a window, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each build of the window, newest first, with its status and where it runs. The window is 28 days up to `end_ts` unless `start_ts` is given. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
