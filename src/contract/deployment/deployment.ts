import * as z from 'zod/mini'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'

const window = { from: maybe(timestamp), to: maybe(timestamp) }

/** A start of an artifact in an environment: one, however many flows know the artifact. */
const deployment = z.object({
  /** The environment, or the member of a logical one, in which it started. */
  environment_name: z.string(),
  snapshot_index: z.int(),
  started_at: timestamp,
  name: z.string(),
  fingerprint: z.string(),
  /** The flow that reported it first. */
  flow_name: z.string(),
  /** The other flows that know the artifact, by name. */
  other_flows: z.array(z.string()),
  trail_name: z.nullable(z.string()),
  /** Null where it fills no slot of the template. */
  template_reference_name: z.nullable(z.string()),
  git_commit: z.string(),
  commit_url: z.string(),
  commit_author: z.nullable(z.string()),
  /** Seconds between the commit and the start. */
  commit_lead_time: z.nullable(z.number()),
  /** The artifact of the same flow and template name that ran here before. */
  replaced: z.nullable(
    z.object({
      name: z.string(),
      fingerprint: z.string(),
      git_commit: z.string(),
      commit_url: z.string(),
    }),
  ),
  /**
   * How it failed: it turned its environment non-compliant, or else an older version took its
   * place. Null where neither happened.
   */
  failure: z.nullable(
    z.object({
      reason: z.enum(['non_compliant', 'older_version']),
      /** When the environment complied again, or the older version started; null while it fails. */
      ended_at: z.nullable(timestamp),
      /** Whether only an override or an allow-list entry ended it, which restores nothing. */
      is_by_exception: z.boolean(),
    }),
  ),
  /** URL of the code host's page with the commits between; null where unknown. */
  diff_url: z.nullable(z.string()),
})
export type Deployment = z.output<typeof deployment>

/** Declared separately: the dashboard parses URLs with it, and does not load the response schema. */
export const deploymentListQuery = z.object({
  ...window,
  /** Only those that failed. */
  failed: maybe(z.boolean()),
  ...paging({ per_page: 25 }),
})

export const listDeployments = endpoint({
  name: 'listDeployments',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/deployments',
  access: 'reader',
  query: deploymentListQuery,
  response: z.extend(paged(deployment), {
    /** Whether those that failed were looked for among the newest deployments of the window only. */
    is_partial: z.boolean(),
  }),
})

/** Deployment frequency and lead times of an environment. */
const deploymentStatistics = z.object({
  from: timestamp,
  to: timestamp,
  total: z.int(),
  /** Whether the window holds more deployments than were read: the newest ones. */
  is_partial: z.boolean(),
  /** Deployments by UTC day; `day` is its start in Unix seconds. */
  days: z.array(z.object({ day: timestamp, count: z.int() })),
  /** Deployments that failed, by reason; `failure` of a deployment says when one does. */
  failures: z.object({ non_compliant: z.int(), older_version: z.int() }),
  /** How long failures lasted that a change ended, in seconds; null where none did. */
  restores: z.object({
    count: z.int(),
    /** Ended by an override or an allow-list entry, of which no time is counted. */
    by_exception: z.int(),
    shortest: z.nullable(z.number()),
    median: z.nullable(z.number()),
    longest: z.nullable(z.number()),
  }),
  lead_times: z.object({
    count: z.int(),
    unknown: z.int(),
    /** Seconds; null where no lead time is known. */
    median: z.nullable(z.number()),
    p90: z.nullable(z.number()),
    classes: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), count: z.int() })),
  }),
})
export type DeploymentStatistics = z.output<typeof deploymentStatistics>

export const getDeploymentStatistics = endpoint({
  name: 'getDeploymentStatistics',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/deployment-statistics',
  access: 'reader',
  query: z.object(window),
  response: deploymentStatistics,
})

export const exportDeployments = endpoint({
  name: 'exportDeployments',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/deployments',
  access: 'reader',
  query: z.extend(z.omit(deploymentListQuery, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const deploymentTexts = {
  exportDeployments: {
    summary:
      'Export the deployments of an environment that match, newest first, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each deployment, with what it replaced, its lead time and how it failed. What began after the call is left out, and the export is recorded in the audit log. `failed=true` takes windows with 20,000 deployments at most, else 400.',
  },
  listDeployments: {
    summary: 'List what began to run in an environment and what it replaced, newest first',
    description:
      'Returns one page of artifacts that began to run, each once in a snapshot however many flows know it, with the artifact that it replaced, the commits between, the time from commit to start, and whether it failed. `failed=true` returns those that did, of the newest 20,000 deployments (`is_partial` where there are more). A page has 25 unless `per_page` says otherwise.',
  },
  getDeploymentStatistics: {
    summary: 'Count deployments by day and lead time: 30 days up to now, or a window to 400 days',
    description:
      'Returns the number of deployments by day, and the distribution of lead times with median and 90th percentile, the deployments that failed, and how long until they were restored. The newest 20,000 deployments are looked at (`is_partial` where there are more); of a longer window the last 400 days.',
  },
} satisfies EndpointTexts
