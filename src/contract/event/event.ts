import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging } from '#contract/common/pagination.ts'
import { environmentVerdicts } from '#contract/environment/environment-list.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { type SnapshotChange, snapshotChange } from '#contract/snapshot/snapshot.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { verdictCause } from '#contract/verdict/verdict-history.ts'

/** Types of events; lists include scaling only on request. */
const eventTypes = [
  'started-compliant',
  'started-non-compliant',
  'started',
  'changed',
  'updated-provenance',
  'exited',
  'scaled',
] as const satisfies readonly EventType[]

/** Types of entries of the event log: events of artifacts, and silences of environments. */
export const loggedTypes = [...eventTypes, 'fell-silent', 'reported-again'] as const
const loggedType = z.enum(loggedTypes)
export type LoggedType = (typeof loggedTypes)[number]

/** Filters of the event log; all apply together, values of one filter are alternatives. */
export const eventLogFilters = {
  /** Names of environments; a logical one stands for itself and its present members. */
  environment: maybe(z.array(z.string())),
  /** A key, or `key:value`, of environments; all must match. */
  tag: maybe(z.array(z.string())),
  /** Types of entries; by default all but scaling. */
  event: maybe(z.array(loggedType)),
  from: maybe(timestamp),
  to: maybe(timestamp),
  repo_name: maybe(z.array(z.string())),
  flow_name: maybe(z.array(z.string())),
  /** A full fingerprint. */
  fingerprint: maybe(z.string()),
  /** Verdicts of artifacts at their events; of flips those that environments came to. */
  verdict: maybe(z.array(z.enum(environmentVerdicts))),
}

/** Filters of lists of the log. */
const listFilters = {
  ...eventLogFilters,
  /** Only what made a verdict flip: of a snapshot that matches the event that caused it, and silences. */
  flips: maybe(z.boolean()),
}

const flipSide = z.object({
  state: z.nullable(z.boolean()),
  qualifiers,
  /** Whether it is only the last known one, for lack of a report. */
  is_stale: z.boolean(),
})
const otherEvent = z.nullable(z.object({ event_id: z.string(), artifact_name: z.string() }))

/** A stretch of time without a report; `to` is null while it lasts. */
const loggedSilence = z.object({
  /** When a report was due. */
  from: timestamp,
  to: z.nullable(timestamp),
  last_reported_at: timestamp,
})

/**
 * An event with the provenance of its artifact, fields of which are null without it. Where an
 * environment fell silent or reported again, the fields of an artifact are empty, null or 0.
 */
const loggedEvent = z.object({
  event_id: z.string(),
  environment_name: z.string(),
  snapshot_index: z.int(),
  type: loggedType,
  artifact_name: z.string(),
  fingerprint: z.string(),
  /** Numbers of instances before and after. */
  was: z.int(),
  now: z.int(),
  recorded_at: timestamp,
  compliant: z.nullable(z.boolean()),
  /** Of a compliant one, what carried the verdict then; else null. */
  qualifiers: z.nullable(qualifiers),
  /** Of a start, the exit in the same snapshot whose place it took; else null. */
  replaced: otherEvent,
  /** Of an exit, the start in the same snapshot that took its place; else null. */
  replaced_by: otherEvent,
  /** Of the event that made the verdict of its environment flip, both verdicts; else null. */
  flip: z.nullable(z.object({ from: flipSide, to: flipSide })),
  /** The silence that began or ended; null of an event of an artifact. */
  silence: z.nullable(loggedSilence),
  /** Cause of a changed verdict; null for a report. */
  cause: z.nullable(verdictCause),
  flow_name: z.nullable(z.string()),
  trail_name: z.nullable(z.string()),
  git_commit: z.nullable(z.string()),
  commit_url: z.nullable(z.string()),
  commit_author: z.nullable(z.string()),
  code_diff: z.nullable(z.string()),
})
export type LoggedEvent = z.output<typeof loggedEvent>

/** A page of the event log, newest first. */
const eventLog = z.object({
  events: z.array(loggedEvent),
  /** The `before` of the next, older page; null at the end. */
  older: z.nullable(z.string()),
  /** The `after` of the next, newer page; null at the beginning. */
  newer: z.nullable(z.string()),
  /** For an empty list: the last matching event before `from`. */
  last_before: z.nullable(z.object({ event_id: z.string(), recorded_at: timestamp })),
})
export type EventLog = z.output<typeof eventLog>

export const listEventLog = endpoint({
  name: 'listEventLog',
  method: 'GET',
  path: '/cairn/{org}/environment-events',
  access: 'reader',
  archived: 'exclude',
  query: z.object({
    ...listFilters,
    /** Lists events older than the one with this id. */
    before: maybe(z.string()),
    /** Lists the next events newer than the one with this id. */
    after: maybe(z.string()),
    /** Lists the event with this id and those around it. */
    event_id: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  }),
  response: eventLog,
})

/** Events of one UTC day. */
const eventDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  started: z.int(),
  exited: z.int(),
  /** Changed verdicts, including those changed by new evidence. */
  changed: z.int(),
  scaled: z.int(),
  /** How often an environment fell silent, or reported again. */
  silence: z.int(),
})
export type EventDay = z.output<typeof eventDay>

/** A verdict of an environment that became another, is no longer known to hold, or is again. */
const verdictFlip = z.object({
  environment_name: z.string(),
  snapshot_index: z.int(),
  at: timestamp,
  state: z.nullable(z.boolean()),
  qualifiers,
  /** Whether the one before was only the last known one, for lack of a report. */
  was_stale: z.boolean(),
  /** Whether it is only the last known one from then on. */
  is_stale: z.boolean(),
})
export type VerdictFlip = z.output<typeof verdictFlip>

const eventDays = z.object({
  from: timestamp,
  to: timestamp,
  days: z.array(eventDay),
  /** How often a verdict flipped: entries that the list has with `flips`. */
  flips: z.int(),
  /** The newest 200 of them, newest first. */
  newest_flips: z.array(verdictFlip),
})
export type EventDays = z.output<typeof eventDays>

export const countEventLog = endpoint({
  name: 'countEventLog',
  method: 'GET',
  path: '/cairn/{org}/environment-events/days',
  access: 'reader',
  archived: 'exclude',
  query: z.object(eventLogFilters),
  response: eventDays,
})

export const exportEventLog = endpoint({
  name: 'exportEventLog',
  ...download,
  path: '/cairn/{org}/exports/environment-events',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.object(listFilters), exportFormat),
})

/** Types of stored events: those of snapshots, and scaling, which creates no snapshot. */
export type EventType = Exclude<SnapshotChange, 'unchanged'> | 'scaled'

const links = z.object({ self: z.string(), html: z.string() })

/** An event of an artifact in an environment. */
const environmentEvent = z.object({
  environment_name: z.string(),
  snapshot_index: z.int(),
  artifact_name: z.string(),
  /** Its fingerprint. */
  sha256: z.string(),
  description: z.string(),
  reported_at: timestamp,
  /** Name of the first flow that built it; `""` without provenance. */
  pipeline: z.string(),
  deployments: z.array(z.unknown()),
  flows: z.array(z.object({ flow_name: z.string(), deployments: z.null() })),
  artifact_compliance: z.nullable(z.boolean()),
  snapshot_compliance: z.boolean(),
  type: snapshotChange,
  code_diff: z.nullable(z.string()),
  /** `artifact` is null without provenance. */
  _links: z.object({ artifact: z.nullable(links), snapshot: links }),
})
export type EnvironmentEvent = z.output<typeof environmentEvent>

export const listEnvironmentEvents = endpoint({
  name: 'listEnvironmentEvents',
  method: 'GET',
  path: '/environments/{org}/{env_name}/events',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    interval: maybe(z.string()),
    reverse: z._default(z.boolean(), false),
    /** Only events of artifacts of these repositories. */
    repo_name: maybe(z.array(z.string())),
    /** An index, `NOW`, or an age such as `2days`. */
    start: maybe(z.string()),
    end: maybe(z.string()),
    start_ts: maybe(timestamp),
    end_ts: maybe(timestamp),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.array(environmentEvent),
})

/** Texts of these endpoints in the API reference. */
export const eventTexts = {
  listEventLog: {
    summary: 'List what happened in environments, newest first, from any event on',
    description:
      'Returns 50 events unless `per_page` says otherwise, with what comes before and after them. `event_id` returns an event with those around it; `before` and `after` go on from an event. A start names the exit whose place it took, and the exit the start. An environment that falls silent, or reports again, has an entry of its own. Changes of the number of instances are listed only if `event` asks for them; `flips` lists only what made a verdict flip. A logical `environment` takes in the members that it has now, also for what happened before they were. `verdict` is asked of the artifact, as it was at the event, or of what the environment came to where only flips are listed; silences have none.',
  },
  countEventLog: {
    summary:
      'Count what happened in environments by day: 7 days up to now, or a window to 400 days',
    description:
      'Returns the number of events by day and type, by the filters of the list, how often a verdict flipped, and the newest 200 flips. Of a longer window the last 400 days are counted.',
  },
  exportEventLog: {
    summary: 'Export all events that match, newest first, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each entry of the log, with the artifact, its verdict, how it was built and what it replaced. What is recorded after the call is left out, and the export is recorded in the audit log.',
  },
  listEnvironmentEvents: {
    summary: 'List what started, exited or changed in an environment, newest first',
    description:
      'Returns an array without totals, 15 events a page unless `per_page` says otherwise. All limits that are given apply together: an interval of snapshots, `start` and `end`, and times in Unix seconds. Of a logical environment it lists the events of its current members, including those from before they joined.',
    spec: '4.11',
  },
} satisfies EndpointTexts
