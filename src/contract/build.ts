import * as z from 'zod/mini'
import { runningIn } from './artifact-run.ts'
import { buildFilters, buildNarrowing } from './build-filters.ts'
import { timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { linkedPage, paged, paging } from './page.ts'
import { trailState } from './trail-state.ts'

const buildRepo = z.object({ name: z.string(), repo_id: z.string() })
const link = z.object({ href: z.string() })

/** One reported artifact (specification 2.7). */
export const build = z.object({
  created_at: timestamp,
  fingerprint: z.string(),
  flow_name: z.string(),
  trail_name: z.nullable(z.string()),
  repo_info: z.nullable(buildRepo),
  _links: z.object({ self: link, trail: z.optional(link), html: link }),
})
export type Build = z.output<typeof build>

export const listBuilds = endpoint({
  method: 'GET',
  path: '/builds/{org}',
  access: 'reader',
  query: z.object({ ...paging({ per_page: 15, least: 0, most: 50 }), ...buildNarrowing }),
  response: linkedPage('builds', build),
  status: [200],
  summary: 'List builds, newest first: 28 days up to end_ts unless start_ts says otherwise',
  spec: '4.8',
})

/** A row of the builds page (product.md 3.15). */
export const buildSummary = z.object({
  artifact_id: z.string(),
  filename: z.string(),
  fingerprint: z.string(),
  flow_name: z.string(),
  trail_name: z.nullable(z.string()),
  repo_info: z.nullable(buildRepo),
  state: trailState,
  created_at: timestamp,
  running_in: runningIn,
})
export type BuildSummary = z.output<typeof buildSummary>

export const listBuildSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/builds',
  access: 'reader',
  query: buildFilters,
  response: paged(buildSummary),
  status: [200],
  summary: 'List builds with their verdicts and where they run, newest first',
  decided: 'product.md 3.15',
})

const counts = { compliant: z.int(), non_compliant: z.int(), incomplete: z.int() }

export const buildStatistics = z.object({
  start_ts: timestamp,
  end_ts: timestamp,
  totals: z.object(counts),
  /** Builds of the window that run now, and in how many environments. */
  running: z.int(),
  environments: z.int(),
  /** Oldest first, days without a build among them. */
  days: z.array(z.object({ day: timestamp, ...counts })),
  /** Whether anything was ever built; the window and the filters do not count here. */
  has_any: z.boolean(),
})
export type BuildStatistics = z.output<typeof buildStatistics>

export const getBuildStatistics = endpoint({
  method: 'GET',
  path: '/cairn/{org}/builds/statistics',
  access: 'reader',
  query: z.object(buildNarrowing),
  response: buildStatistics,
  status: [200],
  summary: 'Count builds by UTC day and verdict: 28 days up to end_ts, or a window to 400 days',
  decided: 'product.md 3.15',
})
