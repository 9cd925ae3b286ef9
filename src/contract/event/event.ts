import * as z from 'zod/mini'
import { endpoint } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging } from '#contract/common/pagination.ts'
import { type SnapshotChange, snapshotChange } from '#contract/snapshot/snapshot.ts'
import { verdictCause } from '#contract/verdict/verdict-cause.ts'

/** Types of events; scaling is left out of lists that do not ask for it. */
export const eventTypes = [
  'started-compliant',
  'started-non-compliant',
  'started',
  'changed',
  'updated-provenance',
  'exited',
  'scaled',
] as const satisfies readonly EventType[]
const eventType = z.enum(eventTypes)

/** Filters of the log of events; all of them apply together, values of one of them are alternatives. */
export const eventLogFilters = {
  /** Names; a logical environment stands for its members. */
  environment: maybe(z.array(z.string())),
  /** A key, or `key:value`, of environments; all must match. */
  tag: maybe(z.array(z.string())),
  /** Types; all but scaling where none is given. */
  event: maybe(z.array(eventType)),
  from: maybe(timestamp),
  to: maybe(timestamp),
  repo_name: maybe(z.array(z.string())),
  flow_name: maybe(z.array(z.string())),
  /** A whole fingerprint. */
  fingerprint: maybe(z.string()),
}

/** An event with what the flows know of its artifact; null without provenance. */
const loggedEvent = z.object({
  event_id: z.string(),
  environment_name: z.string(),
  snapshot_index: z.int(),
  type: eventType,
  artifact_name: z.string(),
  fingerprint: z.string(),
  /** Numbers of instances. */
  was: z.int(),
  now: z.int(),
  recorded_at: timestamp,
  compliant: z.nullable(z.boolean()),
  /** Why the verdict changed; null where a report said what happened. */
  cause: z.nullable(verdictCause),
  flow_name: z.nullable(z.string()),
  trail_name: z.nullable(z.string()),
  git_commit: z.nullable(z.string()),
  commit_url: z.nullable(z.string()),
  commit_author: z.nullable(z.string()),
  code_diff: z.nullable(z.string()),
})
export type LoggedEvent = z.output<typeof loggedEvent>

/** A stretch of the log, newest first. */
export const eventLog = z.object({
  events: z.array(loggedEvent),
  /** Give it as `before` for what is older; null at the end. */
  older: z.nullable(z.string()),
  /** Give it as `after` for what is newer; null at the beginning. */
  newer: z.nullable(z.string()),
  /** Of an empty list: the last event before `from` that matches. */
  last_before: z.nullable(z.object({ event_id: z.string(), recorded_at: timestamp })),
})
export type EventLog = z.output<typeof eventLog>

export const listEventLog = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environment-events',
  access: 'reader',
  archive: true,
  query: z.object({
    ...eventLogFilters,
    /** Id of an event: what is older than it. */
    before: maybe(z.string()),
    /** Id of an event: what is newer than it, the nearest ones. */
    after: maybe(z.string()),
    /** Id of an event: it and what stands around it. */
    event_id: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  }),
  response: eventLog,
  status: [200],
  summary: 'List what happened in environments, newest first, from any event on',
  description:
    'Returns 50 events unless `per_page` says otherwise, with what comes before and after them. `event_id` returns an event with those around it; `before` and `after` go on from an event. Changes of the number of instances are listed only if `event` asks for them.',
})

/** Events of one UTC day. */
const eventDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  started: z.int(),
  exited: z.int(),
  /** Other verdicts, and verdicts through new evidence. */
  changed: z.int(),
  scaled: z.int(),
})
export type EventDay = z.output<typeof eventDay>

export const eventDays = z.object({
  from: timestamp,
  to: timestamp,
  days: z.array(eventDay),
})
export type EventDays = z.output<typeof eventDays>

export const countEventLog = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environment-events/days',
  access: 'reader',
  archive: true,
  query: z.object(eventLogFilters),
  response: eventDays,
  status: [200],
  summary: 'Count what happened in environments by day: 7 days up to now, or a window to 400 days',
  description:
    'Returns the number of events by day and type, by the filters of the list. A window of more than 400 days is refused with 400.',
})

/** Types of kept events: those of snapshots, and scaling, which makes no snapshot. */
export type EventType = Exclude<SnapshotChange, 'unchanged'> | 'scaled'

const links = z.object({ self: z.string(), html: z.string() })

/** What happened to an artifact in an environment. */
export const environmentEvent = z.object({
  environment_name: z.string(),
  snapshot_index: z.int(),
  artifact_name: z.string(),
  /** Its fingerprint. */
  sha256: z.string(),
  description: z.string(),
  reported_at: timestamp,
  /** Name of the first flow that built it, `""` if none did. */
  pipeline: z.string(),
  deployments: z.array(z.unknown()),
  flows: z.array(z.object({ flow_name: z.string(), deployments: z.null() })),
  artifact_compliance: z.nullable(z.boolean()),
  snapshot_compliance: z.boolean(),
  type: snapshotChange,
  code_diff: z.nullable(z.string()),
  /** The artifact's are null without provenance. */
  _links: z.object({ artifact: z.nullable(links), snapshot: links }),
})
export type EnvironmentEvent = z.output<typeof environmentEvent>

export const listEnvironmentEvents = endpoint({
  method: 'GET',
  path: '/environments/{org}/{env_name}/events',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    interval: maybe(z.string()),
    reverse: z._default(z.boolean(), false),
    /** Of these repositories only. */
    repo_name: maybe(z.array(z.string())),
    /** An index, `NOW`, or a time that long ago such as `2days`. */
    start: maybe(z.string()),
    end: maybe(z.string()),
    start_ts: maybe(timestamp),
    end_ts: maybe(timestamp),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.array(environmentEvent),
  status: [200],
  summary: 'List what started, exited or changed in an environment, newest first',
  spec: '4.11',
  description:
    'Returns an array without totals, 15 events a page unless `per_page` says otherwise. All limits that are given apply together: an interval of snapshots, `start` and `end`, and times in Unix seconds. Of a logical environment it lists the events of its members.',
})
