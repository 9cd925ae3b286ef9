import * as z from 'zod/mini'
import { maybe, ok, timestamp } from '#contract/common/fields.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { verdictCause } from '#contract/verdict/verdict-cause.ts'

/** A key, or `key:value`; all must match. */
const tag = maybe(z.array(z.string()))
const range = { tag, from: maybe(timestamp) }

const byVerdict = z.object({
  compliant: z.int(),
  non_compliant: z.int(),
  unknown: z.int(),
  /** Compliant by a report that is too old: in none of the other counts. */
  stale: z.int(),
})

/** An environment that should have reported. */
const silentReporter = z.object({
  environment_name: z.string(),
  type: environmentType,
  state: z.nullable(z.boolean()),
  last_reported_at: timestamp,
  stale_at: timestamp,
  running_count: z.int(),
  /** The member that a logical one is stale by; else null. */
  member: z.nullable(z.string()),
})
export type SilentReporter = z.output<typeof silentReporter>

/** A non-compliant environment of the triage queue. */
const attention = z.object({
  environment_name: z.string(),
  type: environmentType,
  /** Since when it is non-compliant. */
  since: timestamp,
  non_compliant_count: z.int(),
  /** The member that a logical one is non-compliant by, the longest; else null. */
  member: z.nullable(z.string()),
  /** Snapshot in which it flipped. */
  snapshot_index: z.int(),
  /** What made it flip; null for a report. */
  cause: z.nullable(verdictCause),
  /** What has failed there for the longest time, and the first reason; null where nothing is stored. */
  artifact: z.nullable(
    z.object({ name: z.string(), fingerprint: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** When the caller put it off, until it complies or something else fails; null where not. */
  snoozed_at: z.nullable(timestamp),
})
export type Attention = z.output<typeof attention>

const stepDone = z.nullable(z.string())

export const overview = z.object({
  at: timestamp,
  environments: byVerdict,
  /** What runs in the physical ones. */
  running: byVerdict,
  /** Oldest, then largest, first, what is snoozed last; at most 50. */
  attention: z.array(attention),
  /** Environments that are stale, whatever their verdict. */
  silent_count: z.int(),
  /** The longest silent first; at most 50. */
  silent: z.array(silentReporter),
  /** Search parameters that the page opens with for the caller; `""` for none. */
  saved_search: z.string(),
  /** What is there of what a new organization needs, by name; null where nothing is. */
  first_steps: z.object({
    key: stepDone,
    trail: stepDone,
    attestation: stepDone,
    environment: stepDone,
  }),
})
export type Overview = z.output<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overview',
  access: 'reader',
  query: z.object({ tag }),
  response: overview,
  status: [200],
  summary: 'Count environments and what runs in them by verdict, and list the non-compliant ones',
  description:
    'Returns counts of environments by state and of running artifacts by verdict, and up to 50 non-compliant environments with what failed, those that the caller has snoozed last. Several tags must all be set.',
})

const snoozed = {
  path: '/cairn/{org}/overview/snoozed/{env_name}',
  access: 'reader',
  response: ok,
  status: [200],
} as const

export const snoozeEnvironment = endpoint({
  ...snoozed,
  method: 'PUT',
  summary: 'Put a non-compliant environment off for the caller, until it complies or changes',
  description:
    "Only the caller's own queue changes; the environment stays counted. An environment that is not non-compliant is refused with 400.",
})

export const unsnoozeEnvironment = endpoint({
  ...snoozed,
  method: 'DELETE',
  summary: 'End a snooze of the caller; repeating is fine',
  description:
    "The environment is back in the caller's queue at once. An unknown environment is 404.",
})

const trailCounts = z.object({
  flow_name: z.string(),
  compliant: z.int(),
  non_compliant: z.int(),
  incomplete: z.int(),
})

export const countRecentTrails = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overview/trails',
  access: 'reader',
  query: z.object(range),
  response: z.object({ from: timestamp, to: timestamp, flows: z.array(trailCounts) }),
  status: [200],
  summary:
    'Count the trails of each flow by verdict: those of 7 days up to now, or from an instant',
  description:
    'Returns for each flow how many trails that began in the window are compliant, non-compliant and incomplete. `from` can be up to 90 days back.',
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
    after: z.nullable(z.boolean()),
    /** Null for a report. */
    cause: z.nullable(verdictCause),
    /** Of a report: what fails from then on, or what is gone; null where neither is it. */
    artifact_name: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('deployment'),
    ...change,
    name: z.string(),
    fingerprint: z.string(),
    /** Name of what it took the place of. */
    replaced: z.nullable(z.string()),
  }),
])
export type RecentChange = z.output<typeof recentChange>

export const listRecentChanges = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overview/changes',
  access: 'reader',
  query: z.object(range),
  response: z.object({ changes: z.array(recentChange) }),
  status: [200],
  summary: 'List the last 20 flips and deployments, newest first',
  description:
    'Returns what started to run and which environments changed state, each with its cause. `from` can be up to 90 days back.',
})

const complianceDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  /** Seconds, of all environments together. */
  judged: z.number(),
  compliant: z.number(),
})

export const listComplianceDays = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overview/days',
  access: 'reader',
  query: z.object({ tag }),
  response: z.object({ days: z.array(complianceDay) }),
  status: [200],
  summary: 'How long physical environments were judged and compliant on each of the last 90 days',
  description:
    'Returns for each UTC day the seconds for which the environments had a verdict and for which they were compliant; unknown time counts as neither.',
})
