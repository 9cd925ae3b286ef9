import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { label, maybe, timestamp } from '#contract/common/fields.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { rendering, testResult } from './draft.ts'
import { targetTypes, triggers } from './notification-types.ts'

/** Kinds of messages: of an event, of a digest's events, a test, or a repetition. */
export const deliveryKinds = ['event', 'digest', 'test', 'again'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * States of a message: waiting for its first or next attempt, delivered, given up, collected for a
 * digest, or muted; a verdict change is held for a time, and merged if it is reverted meanwhile.
 */
export const deliveryStates = [
  'waiting',
  'delivered',
  'failed',
  'held',
  'merged',
  'gathered',
  'muted',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

const attempt = z.object({
  /** Counted from 1. */
  number: z.int(),
  at: timestamp,
  duration_ms: z.int(),
  /** HTTP status of the response; null without one. */
  status: z.nullable(z.int()),
  /** Beginning of the response. */
  response: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type DeliveryAttempt = z.output<typeof attempt>

const deliverySummary = z.object({
  delivery_id: z.string(),
  /** The `webhook-id`: the same in all attempts and repetitions. */
  message_id: z.string(),
  kind: z.enum(deliveryKinds),
  state: z.enum(deliveryStates),
  target: z.object({
    target_id: z.string(),
    type: z.enum(targetTypes),
    label: z.string(),
    is_removed: z.boolean(),
  }),
  /** Null for a digest or a test. */
  event: z.nullable(
    z.object({
      trigger: z.enum(triggers),
      environment: z.string(),
      snapshot_index: z.nullable(z.int()),
      artifact_name: z.nullable(z.string()),
      fingerprint: z.nullable(z.string()),
      at: timestamp,
    }),
  ),
  /** Number of events in a digest; else null. */
  event_count: z.nullable(z.int()),
  /** Who requested the test or the repetition; else null. */
  requested_by: z.nullable(z.string()),
  created_at: timestamp,
  attempt_count: z.int(),
  /** Time of the next attempt, or of the end of the wait; null when there is none. */
  next_at: z.nullable(timestamp),
  /** The newest attempt; null before any. */
  last_attempt: z.nullable(attempt),
})
export type DeliverySummary = z.output<typeof deliverySummary>

const delivery = z.extend(deliverySummary, {
  /** Null before the message is rendered, and once it is no longer stored. */
  request: z.nullable(
    z.object({
      /** Masked; null for mail. */
      url: z.nullable(z.string()),
      rendering,
    }),
  ),
  /** Whether request and responses are still stored: they are for 180 days. */
  is_kept: z.boolean(),
  /** Oldest first. */
  attempts: z.array(attempt),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deliveries',
  access: 'reader',
  query: z.object({
    state: maybe(z.array(z.enum(deliveryStates))),
    target_id: maybe(z.array(z.string())),
    /** Bounds of the creation time, inclusive. */
    from: maybe(timestamp),
    to: maybe(timestamp),
    /** Lists deliveries older than the one with this id. */
    before: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(100)), 25),
  }),
  response: z.object({
    deliveries: z.array(deliverySummary),
    /** The `before` of the next, older page; null at the end. */
    older: z.nullable(z.string()),
  }),
})

export const exportDeliveries = endpoint({
  name: 'exportDeliveries',
  ...download,
  path: '/cairn/{org}/exports/notifications/{number}/deliveries',
  access: 'reader',
  query: z.extend(z.omit(listDeliveries.query, { before: true, per_page: true }), exportFormat),
})

export const getDelivery = endpoint({
  name: 'getDelivery',
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deliveries/{delivery_id}',
  access: 'reader',
  response: delivery,
})

export const redeliver = endpoint({
  name: 'redeliver',
  method: 'POST',
  path: '/cairn/{org}/notifications/{number}/deliveries/{delivery_id}/redeliver',
  access: 'member',
  response: deliverySummary,
  status: [201],
})

export const testNotification = endpoint({
  name: 'testNotification',
  method: 'POST',
  path: '/cairn/{org}/notifications/{number}/test',
  access: 'member',
  body: {
    kind: 'json',
    /** Absent for all targets. */
    schema: z.object({ target_id: maybe(label) }),
  },
  response: z.object({ results: z.array(testResult) }),
})

/** Numbers of messages created on a UTC day, by their present state. */
const deliveryDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  delivered: z.int(),
  failed: z.int(),
  /** Neither delivered nor given up. */
  waiting: z.int(),
})

export const countDeliveryDays = endpoint({
  name: 'countDeliveryDays',
  method: 'GET',
  path: '/cairn/{org}/notification-deliveries/days',
  access: 'reader',
  query: z.object({
    /** Number of a notification; absent for all. */
    number: maybe(z.int().check(z.gte(1), z.lte(999_999_999))),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.object({ from: timestamp, to: timestamp, days: z.array(deliveryDay) }),
})

/** Days for which requests and responses of deliveries are stored; outcomes are for ever. */
export const messageRetentionDays = 180

/** Texts of these endpoints in the API reference. */
export const deliveryTexts = {
  exportDeliveries: {
    summary:
      'Export the messages of a notification that match, newest first, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each message, with its target, what it told, its state and its last attempt. What is made after the call is left out, and the export is recorded in the audit log.',
  },
  listDeliveries: {
    summary: 'List what a notification told its targets, newest first',
    description:
      'Returns 25 messages unless `per_page` says otherwise, 100 at most, with their state; `older` is the value of `before` for the next ones, null at the end.',
  },
  getDelivery: {
    summary: 'Get a message with what was sent and every attempt',
    description:
      'Returns the message as it was sent, its address masked, and the answer and duration of every attempt. Contents are kept for 180 days. An unknown message is 404.',
  },
  redeliver: {
    summary: 'Send a message again under its id, marked as such',
    description:
      'Queues another delivery of the message to its target, with the id of the first, so that receivers recognize it. Refused with 400 are a message that waits to be sent, a test, a message whose text is no longer kept, and one whose target was removed or answered 410.',
  },
  testNotification: {
    summary: 'Send a test to the targets of a notification, and say how each answers',
    description:
      'Sends a message that is marked as a test to all targets, or to the one of `target_id`, and returns status, answer and duration of each. What waits for a target that accepts it is sent at once. Too many tests within a minute are 429.',
  },
  countDeliveryDays: {
    summary: 'Count messages by day and outcome: 30 days up to now, or a window to 90 days',
    description:
      'Returns the number of messages of each UTC day by outcome, of one notification or of all. Of a longer window the last 90 days are counted.',
  },
} satisfies EndpointTexts
