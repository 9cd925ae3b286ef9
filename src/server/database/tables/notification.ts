import type { Generated } from 'kysely'
import type { DeliveryKind, DeliveryState } from '#contract/notification/delivery.ts'
import type { EnvironmentSelector } from '#contract/environment/environment-type.ts'
import type { Digest, TargetType, Trigger } from '#contract/notification/notification-types.ts'
import type { Instant, Json, NullableJson, OfOrganization } from './column-types.ts'

export interface NotificationTable extends OfOrganization {
  id: string
  /** From 1 in each organization. */
  number: number
  name: string
  /** As they were sent, in that order. */
  triggers: Json<Trigger[]>
  /** Encrypted. */
  secret: Buffer
  /** The secret before its rotation; signs until `previous_until`. Encrypted. */
  previous_secret: Buffer | null
  previous_until: Instant | null
  created_at: Instant
  created_by: string
  last_modified_at: Instant
  last_modified_by: string
  deleted_at: Instant | null
  /** Selector of environments besides those that it names. */
  selector: NullableJson<EnvironmentSelector>
  digest: Generated<Digest>
  /** Verdict changes are held that long; 0 sends them at once. */
  merge_seconds: Generated<number>
  muted_until: Generated<Instant | null>
  muted_by: Generated<string | null>
}

/** A trigger in an environment that a notification watches. */
export interface NotificationWatch extends OfOrganization {
  notification_id: string
  environment_id: string
  /** Of the environment among those of the notification. */
  position: number
  trigger: Trigger
  /** It names the environment; else its selector chose it. */
  is_named: Generated<boolean>
  /** False if the trigger is only watched to detect reverted changes. */
  is_told: Generated<boolean>
}

export interface NotificationTargetTable extends OfOrganization {
  id: string
  notification_id: string
  position: number
  type: TargetType
  /** Encrypted JSON: `{webhook}` or `{email}`. */
  address: Buffer
  payload_version: string | null
  context: NullableJson<Record<string, unknown>>
  /** Of its newest attempts. */
  last_success_at: Instant | null
  last_failure_at: Instant | null
  /** It answered 410. */
  disabled_at: Instant | null
  /** Until then only the holder of the lease sends to it. */
  leased_until: Instant | null
  lease: string | null
  removed_at: Instant | null
  failures_in_a_row: Generated<number>
  /** Before then nothing is sent to it; null while it gets everything. */
  probe_at: Generated<Instant | null>
}

/** An outbox event to be dispatched to notifications. */
export interface NotificationEvent extends OfOrganization {
  id: string
  /** Orders the events of one environment; a 64-bit integer, as text. */
  number: Generated<number>
  environment_id: string
  trigger: Trigger
  recorded_at: Instant
  /** Null where there was no snapshot yet. */
  snapshot_index: number | null
  snapshot_state: boolean | null
  /** The artifact; null where the environment itself changed. */
  name: string | null
  fingerprint: string | null
  was: number | null
  now: number | null
  /** Payload; null until the event is dispatched, and again once messages are forgotten. */
  payload: NullableJson<Record<string, unknown>>
  /** When it was dispatched; null until then. */
  told_at: Instant | null
}

/** One message to one target. */
export interface Delivery extends OfOrganization {
  id: string
  /** The same in all attempts, and when it is sent again. */
  message_id: string
  kind: DeliveryKind
  target_id: string
  notification_id: string
  /** Null for a test and for a digest. */
  event_id: string | null
  /** Of its event: first attempts go in this order. */
  number: number
  /** A digest that still collects changes is `gathering`. */
  state: DeliveryState | 'gathering'
  attempt_count: number
  created_at: Instant
  /** Of the next attempt, or of the end of the hold; null when there is none. */
  next_at: Instant | null
  /** Payload, if it differs from that of its event. */
  payload: NullableJson<Record<string, unknown>>
  /** The digest that contains it. */
  digest_id: Generated<string | null>
  /** Who tested it, or had it sent again. */
  requested_by: Generated<string | null>
}

export interface DeliveryAttempt extends OfOrganization {
  delivery_id: string
  /** From 1. */
  number: number
  at: Instant
  duration_ms: number
  /** Of the answer; null where there was none. */
  status: number | null
  /** Beginning of the answer. */
  response: string | null
  error: string | null
}

/** Number of messages to a target that were created on a UTC day and arrived, or were given up. */
export interface DeliveryDayRow extends OfOrganization {
  notification_id: string
  /** Unix seconds of the day's start. */
  day: number
  target_id: string
  delivered: number
  failed: number
}

/** A change after which selectors may match other environments. */
export interface SelectionStale extends OfOrganization {
  number: Generated<number>
}

/** Tables of organizations with these rows. */
export interface NotificationTables {
  notification: NotificationTable
  notification_watch: NotificationWatch
  selection_stale: SelectionStale
  notification_target: NotificationTargetTable
  notification_event: NotificationEvent
  delivery: Delivery
  delivery_attempt: DeliveryAttempt
  delivery_day: DeliveryDayRow
}
