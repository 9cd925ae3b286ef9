import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import type { EventType } from './environment-event.ts'
import { verdictCause } from './verdict-cause.ts'

/** Types of events; scaling is left out of lists that do not ask for it (wire.md 15.4). */
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
  decided: 'product.md 3.14',
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
  decided: 'product.md 3.14',
})
