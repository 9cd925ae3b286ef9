import * as z from 'zod/mini'
import { endpoint } from '#contract/common/endpoint.ts'
import { timestamp, maybe, label } from '#contract/common/fields.ts'
import { rendering, testResult } from './draft.ts'
import { targetTypes, triggers } from './notification-types.ts'

/** What a message is: of an event, of a digest's events, a test, or one that is sent again. */
export const deliveryKinds = ['event', 'digest', 'test', 'again'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * How a message stands: it waits for its first or next attempt, arrived, or was given up; a verdict
 * change is held until it is not taken back in time, else merged; it is gathered in a digest; or it
 * was muted.
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
  /** From 1. */
  number: z.int(),
  at: timestamp,
  duration_ms: z.int(),
  /** Of the answer; null where there was none. */
  status: z.nullable(z.int()),
  /** How the answer began. */
  response: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type DeliveryAttempt = z.output<typeof attempt>

const deliverySummary = z.object({
  delivery_id: z.string(),
  /** The `webhook-id`: the same in all attempts, and when it is sent again. */
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
  /** Of a digest: how many events it tells; else null. */
  event_count: z.nullable(z.int()),
  /** Who tested it or had it sent again; else null. */
  requested_by: z.nullable(z.string()),
  created_at: timestamp,
  attempt_count: z.int(),
  /** Of the next attempt, or of the end of what it waits for; null when there is none. */
  next_at: z.nullable(timestamp),
  /** The newest; null before any. */
  last_attempt: z.nullable(attempt),
})
export type DeliverySummary = z.output<typeof deliverySummary>

const delivery = z.extend(deliverySummary, {
  /** Null before it is known what to tell, and where it is no longer kept. */
  request: z.nullable(
    z.object({
      /** Masked; null for mail. */
      url: z.nullable(z.string()),
      rendering,
    }),
  ),
  /** False where what was sent and answered is no longer kept: that is for 180 days. */
  is_kept: z.boolean(),
  /** Oldest first. */
  attempts: z.array(attempt),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deliveries',
  access: 'reader',
  query: z.object({
    state: maybe(z.array(z.enum(deliveryStates))),
    target_id: maybe(z.array(z.string())),
    /** When it came about; both ends are in. */
    from: maybe(timestamp),
    to: maybe(timestamp),
    /** Id of a delivery: what is older than it. */
    before: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(100)), 25),
  }),
  response: z.object({
    deliveries: z.array(deliverySummary),
    /** Give it as `before` for what is older; null at the end. */
    older: z.nullable(z.string()),
  }),
  status: [200],
  summary: 'List what a notification told its targets, newest first',
  description:
    'Returns 25 messages unless `per_page` says otherwise, 100 at most, with their state; `older` is the value of `before` for the next ones, null at the end.',
})

export const getDelivery = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deliveries/{delivery_id}',
  access: 'reader',
  response: delivery,
  status: [200],
  summary: 'Get a message with what was sent and every attempt',
  description:
    'Returns the message as it was sent, its address masked, and the answer and duration of every attempt. Contents are kept for 180 days. An unknown message is 404.',
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/cairn/{org}/notifications/{number}/deliveries/{delivery_id}/redeliver',
  access: 'member',
  response: deliverySummary,
  status: [201],
  summary: 'Send a message again under its id, marked as such',
  description:
    'Queues another delivery of the message to its target, with the id of the first, so that receivers recognize it. A message that waits to be sent, or whose target is gone, is refused with 400.',
})

export const testNotification = endpoint({
  method: 'POST',
  path: '/cairn/{org}/notifications/{number}/test',
  access: 'member',
  body: {
    kind: 'json',
    /** Left out: all targets. */
    schema: z.object({ target_id: maybe(label) }),
  },
  response: z.object({ results: z.array(testResult) }),
  status: [200],
  summary: 'Send a test to the targets of a notification, and say how each answers',
  description:
    'Sends a message that is marked as a test to all targets, or to the one of `target_id`, and returns status, answer and duration of each. Too many tests within a minute are 429.',
})

/** Messages that came about on a UTC day, by how they stand now. */
const deliveryDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  delivered: z.int(),
  failed: z.int(),
  /** Not yet. */
  waiting: z.int(),
})

export const countDeliveryDays = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notification-deliveries/days',
  access: 'reader',
  query: z.object({
    /** Of one notification; of all unless said. */
    number: maybe(z.int().check(z.gte(1), z.lte(999_999_999))),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.object({ from: timestamp, to: timestamp, days: z.array(deliveryDay) }),
  status: [200],
  summary: 'Count messages by day and outcome: 30 days up to now, or a window to 90 days',
  description:
    'Returns the number of messages of each UTC day by outcome, of one notification or of all. A longer window is refused with 400.',
})

/** Days for which it is kept what was sent to targets and how they answered; outcomes are kept for ever. */
export const messagesKeptDays = 180
