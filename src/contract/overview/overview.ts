import * as z from 'zod/mini'
import { maybe, ok, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { failingArtifact } from '#contract/environment/environment-list.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { reportingBases } from '#contract/environment/reporting-interval.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { standingCounts } from '#contract/verdict/standing.ts'
import { verdictCause } from '#contract/verdict/verdict-history.ts'

/** A key, or `key:value`; all must match. */
const tag = maybe(z.array(z.string()))
const range = { tag, from: maybe(timestamp) }

/** An environment whose report is overdue. */
const silentReporter = z.object({
  environment_name: z.string(),
  type: environmentType,
  state: z.nullable(z.boolean()),
  last_reported_at: timestamp,
  stale_at: timestamp,
  /** Basis of the interval after which it is stale. */
  basis: z.enum(reportingBases),
  running_count: z.int(),
  /** The member that a logical environment became stale with; else null. */
  member: z.nullable(z.string()),
})
export type SilentReporter = z.output<typeof silentReporter>

/** A non-compliant environment of the triage queue that is not stale. */
const attention = z.object({
  environment_name: z.string(),
  type: environmentType,
  /** When it became non-compliant. */
  since: timestamp,
  non_compliant_count: z.int(),
  /** Of a logical environment, the longest non-compliant member that is not stale; else null. */
  member: z.nullable(z.string()),
  /** Snapshot in which it flipped. */
  snapshot_index: z.int(),
  /** Cause of the flip; null for a report. */
  cause: z.nullable(verdictCause),
  /** The artifact that has failed there longest, and the first reason; null where none is stored. */
  artifact: z.nullable(failingArtifact),
  /** When the caller snoozed it, until it complies or something else fails; else null. */
  snoozed_at: z.nullable(timestamp),
})
export type Attention = z.output<typeof attention>

/** An environment of which nothing can be said: its state is unknown, and it is not stale. */
const unjudged = z.object({
  environment_name: z.string(),
  type: environmentType,
  /** Since when nothing is known. */
  since: timestamp,
  running_count: z.int(),
  /** Null for one that never reported. */
  last_reported_at: z.nullable(timestamp),
  /** Number of attached policies. */
  policy_count: z.int(),
  /** The member of a logical environment that has been unknown for the longest time; else null. */
  member: z.nullable(z.string()),
})
export type Unjudged = z.output<typeof unjudged>

const stepDone = z.nullable(z.string())

export const overview = z.object({
  at: timestamp,
  environments: standingCounts,
  /** Running artifacts of physical environments. */
  running: standingCounts,
  /** The same by physical environment, of those where anything runs. */
  running_by_environment: z.array(
    z.object({ environment_name: z.string(), ...standingCounts.shape }),
  ),
  /** Oldest, then largest, first, snoozed ones last; at most 50. */
  attention: z.array(attention),
  /** Longest silent first; at most 50. */
  silent: z.array(silentReporter),
  /** Unknown for the longest time first; at most 50. */
  unjudged: z.array(unjudged),
  /** Search parameters with which the page opens for the caller; `""` for none. */
  saved_search: z.string(),
  /** First steps of a new organization: name of what exists, or null. */
  first_steps: z.object({
    key: stepDone,
    trail: stepDone,
    attestation: stepDone,
    environment: stepDone,
  }),
  /** How far a demo is loaded, while it is: its newest trail's time; null otherwise. */
  loaded_until: z.nullable(timestamp),
})
export type Overview = z.output<typeof overview>

export const getOverview = endpoint({
  name: 'getOverview',
  method: 'GET',
  path: '/cairn/{org}/overview',
  access: 'reader',
  query: z.object({ tag }),
  response: overview,
})

const snoozed = {
  path: '/cairn/{org}/overview/snoozed/{env_name}',
  access: 'reader',
  response: ok,
} as const

export const snoozeEnvironment = endpoint({
  name: 'snoozeEnvironment',
  ...snoozed,
  method: 'PUT',
})

export const unsnoozeEnvironment = endpoint({
  name: 'unsnoozeEnvironment',
  ...snoozed,
  method: 'DELETE',
})

const trailCounts = z.object({
  flow_name: z.string(),
  compliant: z.int(),
  non_compliant: z.int(),
  incomplete: z.int(),
})

export const countRecentTrails = endpoint({
  name: 'countRecentTrails',
  method: 'GET',
  path: '/cairn/{org}/overview/trails',
  access: 'reader',
  query: z.object(range),
  response: z.object({ from: timestamp, to: timestamp, flows: z.array(trailCounts) }),
})

const change = {
  environment_name: z.string(),
  snapshot_index: z.int(),
  at: timestamp,
}
const recentChange = z.union([
  z.object({
    kind: z.literal('flip'),
    ...change,
    before: z.nullable(z.boolean()),
    /** Qualifiers of that verdict when its snapshot began. */
    before_qualifiers: qualifiers,
    /** Whether it was only the last known one, for lack of a report. */
    before_is_stale: z.boolean(),
    after: z.nullable(z.boolean()),
    after_qualifiers: qualifiers,
    after_is_stale: z.boolean(),
    /** Null for a report. */
    cause: z.nullable(verdictCause),
    /** For a report, the artifact that began to fail or exited; null where that is not the cause. */
    artifact_name: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('deployment'),
    ...change,
    name: z.string(),
    fingerprint: z.string(),
    /** Name of the artifact that it replaced. */
    replaced: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('silence'),
    environment_name: z.string(),
    /** When a report was due, but none came. */
    at: timestamp,
    last_reported_at: timestamp,
  }),
])
export type RecentChange = z.output<typeof recentChange>

export const listRecentChanges = endpoint({
  name: 'listRecentChanges',
  method: 'GET',
  path: '/cairn/{org}/overview/changes',
  access: 'reader',
  query: z.object(range),
  response: z.object({ changes: z.array(recentChange) }),
})

const complianceDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  /** Seconds of all environments together, by how they stood; before its first snapshot none. */
  compliant: z.number(),
  by_exception: z.number(),
  non_compliant: z.number(),
  unknown: z.number(),
  stale: z.number(),
})
export type ComplianceDay = z.output<typeof complianceDay>

export const listComplianceDays = endpoint({
  name: 'listComplianceDays',
  method: 'GET',
  path: '/cairn/{org}/overview/days',
  access: 'reader',
  query: z.object({ tag }),
  response: z.object({ days: z.array(complianceDay) }),
})

/** Texts of these endpoints in the API reference. */
export const overviewTexts = {
  getOverview: {
    summary: 'Count environments and what runs in them by verdict, and list the non-compliant ones',
    description:
      'Returns counts of environments and of running artifacts by how they stand, each in one class, and up to 50 non-compliant environments with what failed, those that the caller has snoozed last, up to 50 silent ones, and up to 50 of which nothing is known. Several tags must all be set.',
  },
  snoozeEnvironment: {
    summary: 'Put a non-compliant environment off for the caller, until it complies or changes',
    description:
      "Only the caller's own queue changes; the environment stays counted. An environment that is not non-compliant is refused with 400.",
  },
  unsnoozeEnvironment: {
    summary: 'End a snooze of the caller; repeating is fine',
    description:
      "The environment is back in the caller's queue at once. An unknown environment is 404.",
  },
  countRecentTrails: {
    summary:
      'Count the trails of each flow by verdict: those of 7 days up to now, or from an instant',
    description:
      'Returns for each flow how many trails that began in the window are compliant, non-compliant and incomplete. `from` can be up to 90 days back.',
  },
  listRecentChanges: {
    summary: 'List the last 12 flips, deployments and silences, newest first',
    description:
      'Returns what started to run, which environments changed state, each with its cause, and which fell silent. `from` can be up to 90 days back.',
  },
  listComplianceDays: {
    summary:
      'Sum up how long physical environments were compliant, by exception or not, on each of the last 90 days',
    description:
      'Returns for each UTC day the seconds for which the environments were compliant without an exception, compliant by one, non-compliant, unknown, and stale: time after a report was due. Time in which nothing ran or was asked, or evidence had expired, counts as compliant. An archived environment counts until it was archived; of one that was restored, the time between counts as unknown or stale.',
  },
} satisfies EndpointTexts
