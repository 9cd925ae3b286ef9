import * as z from 'zod/mini'
import { label, longName, maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { targetDrafts, watchDraft } from './notification-page.ts'
import { targetTypes, triggers } from './notification-types.ts'

/** Maximum number of events that a backtest lists; it counts all. */
export const maxFired = 200

const trigger = z.enum(triggers)
const number = maybe(z.int().check(z.gte(1), z.lte(999_999_999)))

/** A message as a target receives it. */
export const rendering = z.object({
  /** Subject of a mail; else null. */
  subject: z.nullable(z.string()),
  /** The posted body, or the text part of a mail. */
  body: z.string(),
  /** The HTML part of a mail; else null. */
  html: z.nullable(z.string()),
})
export type Rendering = z.output<typeof rendering>

const count = maybe(z.int().check(z.gte(0), z.lte(2_147_483_647)))

/** An event in the list of a backtest. */
const pickedEvent = z.object({
  at: timestamp.check(z.gte(0), z.lte(99_999_999_999)),
  trigger,
  environment: label,
  snapshot_index: count,
  artifact_name: maybe(longName),
  fingerprint: maybe(z.string().check(z.maxLength(64))),
  was: count,
  now: count,
})
export type PickedEvent = z.output<typeof pickedEvent>

/** A draft to render for its targets, with the newest event of its kind or a made-up one. */
const rendered = z.object({
  environment: maybe(label),
  trigger: maybe(trigger),
  /** Number of the notification that the draft changes; its targets may be referred to by id. */
  number,
  targets: targetDrafts,
})

/** Result of a message to a target. */
export const testResult = z.object({
  /** Index in the list of targets, from 0. */
  position: z.int(),
  type: z.enum(targetTypes),
  label: z.string(),
  is_delivered: z.boolean(),
  /** HTTP status of the response; null without one. */
  status: z.nullable(z.int()),
  /** Beginning of the response, and why there was none. */
  response: z.nullable(z.string()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
  rendering,
})
export type TestResult = z.output<typeof testResult>

export const previewNotification = endpoint({
  name: 'previewNotification',
  method: 'POST',
  path: '/cairn/{org}/notification-drafts/preview',
  access: 'member',
  body: {
    kind: 'json',
    /** An event of a backtest, in place of the newest of its kind. */
    schema: z.extend(rendered, { event: maybe(pickedEvent) }),
  },
  response: z.object({
    /** Null where no event of the kind is stored, and a made-up one is rendered. */
    event_at: z.nullable(timestamp),
    renderings: z.array(
      z.object({ position: z.int(), type: z.enum(targetTypes), label: z.string(), rendering }),
    ),
  }),
})

export const testNotificationDraft = endpoint({
  name: 'testNotificationDraft',
  method: 'POST',
  path: '/cairn/{org}/notification-drafts/test',
  access: 'member',
  body: { kind: 'json', schema: rendered },
  response: z.object({ results: z.array(testResult) }),
})

export const backtestNotification = endpoint({
  name: 'backtestNotification',
  method: 'POST',
  path: '/cairn/{org}/notification-drafts/backtest',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({
      /** Length of the window, which ends now. */
      days: z._default(z.int().check(z.gte(1), z.lte(90)), 30),
      ...watchDraft,
    }),
  },
  response: z.object({
    from: timestamp,
    to: timestamp,
    /** Number of events that would have been sent, without merged ones. */
    fired_count: z.int(),
    /** Number of verdict changes that were reverted within the merge time. */
    merged_count: z.int(),
    /** Number of messages to each target; a digest is one. */
    message_count: z.int(),
    /** Every UTC day of the window, oldest first, as its start in Unix seconds. */
    days: z.array(z.object({ day: timestamp, fired: z.int(), merged: z.int() })),
    by_environment: z.array(z.object({ environment: z.string(), fired: z.int() })),
    by_trigger: z.array(z.object({ trigger, fired: z.int() })),
    /** Newest first, including merged ones. */
    events: z.array(
      z.object({
        at: timestamp,
        trigger,
        environment: z.string(),
        snapshot_index: z.nullable(z.int()),
        artifact_name: z.nullable(z.string()),
        fingerprint: z.nullable(z.string()),
        /** Instances before and after; null for an event of the environment itself. */
        was: z.nullable(z.int()),
        now: z.nullable(z.int()),
        description: z.string(),
        /** Qualifiers of the verdict that an environment got; null for other events. */
        qualifiers: z.nullable(qualifiers),
        is_merged: z.boolean(),
      }),
    ),
    has_more: z.boolean(),
    /** Whether there were more events than are evaluated; the oldest are left out. */
    is_cut: z.boolean(),
  }),
})

export const findSelectedEnvironments = endpoint({
  name: 'findSelectedEnvironments',
  method: 'GET',
  path: '/cairn/{org}/notification-drafts/environments',
  access: 'reader',
  query: z.object({
    tag: maybe(z.array(z.string())),
    type: maybe(z.array(environmentType)),
    name_pattern: maybe(z.string()),
  }),
  response: z.object({
    environments: z.array(
      z.object({ name: z.string(), type: environmentType, state: z.nullable(z.boolean()) }),
    ),
  }),
})

/** Texts of these endpoints in the API reference. */
export const draftTexts = {
  previewNotification: {
    summary: 'Show what targets of a draft would get; nothing is sent or stored',
    description:
      'Returns the text or JSON that each target would receive for the newest stored event of the kind, or for a made-up one if none is stored (`event_at` null).',
  },
  testNotificationDraft: {
    summary: 'Send a test to the targets of a draft, and say how each answers',
    description:
      'Sends a message that is marked as a test to each target of the draft, and returns status, answer and duration of each. Addresses in private networks are refused with 400; too many tests within a minute are 429.',
  },
  backtestNotification: {
    summary: 'Run a draft over stored events: what it would have sent',
    description:
      'Returns which events of the last 30 days, or of `days` up to 90, would have been sent, how many would have been held back or put into digests, and the newest 200 of them. Nothing is sent.',
  },
  findSelectedEnvironments: {
    summary: 'List the environments that a selector takes now, by name',
    description:
      'Returns name, type and state of every environment that matches tag, type and pattern of the name together.',
  },
} satisfies EndpointTexts
