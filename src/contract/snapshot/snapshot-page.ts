import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { instanceContext } from '#contract/environment/environment-report.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { environmentVerdicts } from '#contract/environment/environment-list.ts'
import { nextSilence } from '#contract/environment/reporting-interval.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { standings } from '#contract/verdict/standing.ts'
import { verdictCause } from '#contract/verdict/verdict-history.ts'
import { artifactChange } from './artifact-change.ts'
import { snapshotChange } from './snapshot.ts'

/** Query of the dashboard's list of snapshots. */
export const snapshotListQuery = z.object({
  ...paging({ per_page: 25 }),
  verdict: maybe(z.enum(environmentVerdicts)),
  /** Only snapshots in force at some time between these. */
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
})

/** Filters of running artifacts; all apply together. */
export const runningFilters = {
  /** Part of the name, or prefix of the fingerprint or commit. */
  q: maybe(z.string()),
  /** The flow that reported the artifact first. */
  flow_name: maybe(z.string()),
  verdict: maybe(z.array(z.enum(environmentVerdicts))),
  /** The verdict's qualifiers, too; only environments are `stale`. */
  standing: maybe(z.array(z.enum(standings))),
  /** Names of policies: what fails one of them, allow-listed or not. */
  failing_policy: maybe(z.array(z.string())),
}

/** Filters of what runs now. */
export const runningNowFilters = {
  ...runningFilters,
  /** Identifier of a control: what fails a rule for it, as its coverage counts. */
  failing_control: maybe(z.string()),
}

/** Filters of a snapshot, which also lists exited artifacts: running, or changed ones. */
export const snapshotFilters = {
  ...runningFilters,
  show: maybe(z.enum(['running', 'changed'])),
}

/** A snapshot in lists and on pages. */
export const snapshotSummary = z.object({
  index: z.int(),
  from: timestamp,
  /** Null for the snapshot in force. */
  to: z.nullable(timestamp),
  /** Seconds, for the snapshot in force until now. */
  duration: z.number(),
  /** Null is unknown. */
  state: z.nullable(z.boolean()),
  /** Qualifiers of the state: of the one in force now, of others when they began. */
  qualifiers,
  running_count: z.int(),
  started_count: z.int(),
  exited_count: z.int(),
  /** Number of artifacts that keep running with another verdict. */
  changed_count: z.int(),
  /** Cause of changed verdicts; null for a report. */
  cause: z.nullable(verdictCause),
  reported_by: z.string(),
})
export type SnapshotSummary = z.output<typeof snapshotSummary>

/** A row of the dashboard's list of snapshots. */
export const snapshotRow = z.extend(snapshotSummary, {
  /** The verdict of the snapshot before and what carried it, where it was another one; else null. */
  flipped_from: z.nullable(z.object({ state: z.nullable(z.boolean()), qualifiers })),
  /**
   * The first 3 changes, what made the verdict flip first; an exit and the start that took its place
   * are one. None where too many artifacts changed to say which replaced which.
   */
  changes: z.array(artifactChange),
  /** Number of all changes; 0 where there are none to be told. */
  change_count: z.int(),
})
export type SnapshotRow = z.output<typeof snapshotRow>

/** A running artifact, as short as lists of thousands need. */
export const runningArtifact = z.object({
  name: z.string(),
  /** `""` where the reporter could not resolve it. */
  fingerprint: z.string(),
  /** Null is unknown. */
  compliant: z.nullable(z.boolean()),
  /** Whether it is on the allow-list: then it complies, whatever its policies say. */
  is_allowed: z.boolean(),
  /** Qualifiers of the verdict. */
  qualifiers,
  /** Names of the policies that it fails. */
  failing_policies: z.array(z.string()),
  change: snapshotChange,
  /** Instances in the snapshot before. */
  was: z.int(),
  /** Instances; 0 for one that exited. */
  now: z.int(),
  /** Time and snapshot in which it started, without a gap since. */
  started_at: timestamp,
  started_index: z.int(),
  /** Null without provenance. */
  provenance: z.nullable(
    z.object({
      flow_name: z.string(),
      trail_name: z.nullable(z.string()),
      artifact_id: z.string(),
      state: z.nullable(trailState),
      git_commit: z.string(),
      commit_url: z.string(),
      commit_author: z.nullable(z.string()),
      /** First line of the message. */
      commit_message: z.nullable(z.string()),
      /** Number of flows that hold the artifact; this is the first of them. */
      flow_count: z.int(),
    }),
  ),
  /** In a logical environment, the member in which it runs. */
  environment_name: z.optional(z.string()),
})
export type RunningArtifact = z.output<typeof runningArtifact>

/** A run of snapshots with one verdict. */
const verdictRun = z.object({
  first_index: z.int(),
  state: z.nullable(z.boolean()),
  /** Start and its cause; null for a report. */
  since: timestamp,
  cause: z.nullable(verdictCause),
  /** The artifact that began to fail or exited with that report; null where none did. */
  artifact_name: z.nullable(z.string()),
})

/** Maximum number of listed runs: the newest ones. */
export const maxRuns = 500

/** A snapshot as its page shows it. */
export const snapshotPage = z.extend(snapshotSummary, {
  type: environmentType,
  newest_index: z.int(),
  /** Time of the first snapshot. */
  oldest_at: timestamp,
  /** Oldest first; a run ends where the next begins. */
  verdict_runs: z.array(verdictRun),
  /** Snapshots that exceptions carried, oldest first: overrides, the allow-list, or policies' own. */
  exceptions: z.array(z.object({ first_index: z.int(), last_index: z.int() })),
  /** Versions of policies that evaluated it, those of members in a logical environment; by name. */
  policies: z.array(z.object({ name: z.string(), version: z.int() })),
  artifacts: z.array(runningArtifact),
  /** Where the artifacts of the newest snapshot run: the environment, or members; else empty. */
  reporting: z.array(nextSilence),
})
export type SnapshotPage = z.output<typeof snapshotPage>

/** Running artifacts by the last report. */
export const runningNow = z.object({
  type: environmentType,
  /** Index of the newest snapshot; 0 before the first. */
  index: z.int(),
  artifacts: z.array(runningArtifact),
  /** Where they run: the environment, or the members of a logical one. */
  reporting: z.array(nextSilence),
})
export type RunningNow = z.output<typeof runningNow>

/** Instances of one artifact, as far as reports of its environment type describe them. */
export const runningInstances = z.object({
  name: z.string(),
  fingerprint: z.string(),
  /** Start of each instance, oldest first. */
  created_at: z.array(z.int()),
  ...instanceContext,
})
export type RunningInstances = z.output<typeof runningInstances>

export const listSnapshotSummaries = endpoint({
  name: 'listSnapshotSummaries',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/snapshots',
  access: 'reader',
  query: snapshotListQuery,
  response: paged(snapshotRow),
})

export const getSnapshotPage = endpoint({
  name: 'getSnapshotPage',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/snapshots/{snapshot_expression}',
  access: 'reader',
  query: z.object(snapshotFilters),
  response: snapshotPage,
})

export const getRunningNow = endpoint({
  name: 'getRunningNow',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/running',
  access: 'reader',
  query: z.object(runningNowFilters),
  response: runningNow,
})

export const getRunningInstances = endpoint({
  name: 'getRunningInstances',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/snapshots/{snapshot_expression}/instances',
  access: 'reader',
  query: z.object({
    artifact_name: z.string(),
    /** Absent where it could not be resolved. */
    artifact_fingerprint: maybe(z.string()),
    /** In a logical environment, the member in which it runs. */
    member: maybe(z.string()),
  }),
  response: runningInstances,
})

export const exportSnapshots = endpoint({
  name: 'exportSnapshots',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots',
  access: 'reader',
  query: z.extend(z.omit(listSnapshotSummaries.query, pagingParameters), exportFormat),
})

export const exportSnapshotArtifacts = endpoint({
  name: 'exportSnapshotArtifacts',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/snapshots/{snapshot_expression}',
  access: 'reader',
  query: z.extend(getSnapshotPage.query, exportFormat),
})

export const exportRunning = endpoint({
  name: 'exportRunning',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/running',
  access: 'reader',
  query: z.extend(getRunningNow.query, exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const snapshotPageTexts = {
  listSnapshotSummaries: {
    summary: 'List the snapshots of an environment with what changed in them, newest first',
    description:
      'Returns one page of snapshots, each with what changed, the verdict before where it was another one, and what caused it. A page has 25 unless `per_page` says otherwise.',
  },
  getSnapshotPage: {
    summary: 'Get a snapshot with a short row for every artifact, those that exited too',
    description:
      'Returns the snapshot with a row for each artifact that matches, and the periods of one state over all snapshots. `show` selects what ran, or what changed. An expression that names no snapshot is 404.',
  },
  getRunningNow: {
    summary: 'Get what runs in an environment by its last report, a short row each',
    description:
      'Returns all running artifacts that match, unpaged, with verdict, provenance, number of instances and since when each runs, and from when what is known of each environment is only what was last reported. Of an environment that was never reported the list is empty, with `index` 0.',
  },
  getRunningInstances: {
    summary: 'Get where the instances of an artifact ran in a snapshot',
    description:
      'Returns the pods, tasks or services of one artifact in a snapshot with the time at which each instance started. In a logical environment `member` says which of its environments is meant.',
  },
  exportSnapshots: {
    summary: "Export all of an environment's snapshots that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each snapshot of the environment, newest first, with its state and what changed. The export is recorded in the audit log.',
  },
  exportSnapshotArtifacts: {
    summary: 'Export the artifacts of a snapshot that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each artifact of the snapshot, with the verdict recorded there. The export is recorded in the audit log.',
  },
  exportRunning: {
    summary: 'Export what runs in an environment, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each running artifact by the last report, with its verdict and provenance. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
