import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { environmentType } from './environment-type.ts'
import { targetContext, targetInput } from './notification.ts'
import { notificationHealths, notificationListQuery } from './notification-list.ts'
import { digests, targetTypes, triggers } from './notification-words.ts'
import { paged } from './page.ts'

const health = z.enum(notificationHealths)

/** Which environments a notification watches besides those it names: all that is given must fit. */
export const environmentSelector = z.object({
  /** A key, or `key:value`, of the environment; all must match. */
  tags: maybe(z.array(z.string().check(z.maxLength(512))).check(z.maxLength(20))),
  types: maybe(z.array(environmentType).check(z.maxLength(20))),
  /** A name in which `*` stands for any text. */
  name_pattern: maybe(z.string().check(z.maxLength(255))),
})
export type EnvironmentSelector = z.output<typeof environmentSelector>

/** A target of a draft. One that is saved keeps its address where none is given. */
const targetDraft = z.extend(targetInput, { target_id: maybe(z.string()) })
export type TargetDraft = z.output<typeof targetDraft>

export const targetDrafts = z.array(targetDraft).check(z.minLength(1), z.maxLength(50))

/** What a draft watches; it needs an environment by name or a selector. */
export const watchDraft = {
  environments: z._default(z.array(z.string()).check(z.maxLength(1000)), []),
  selector: maybe(environmentSelector),
  triggers: z.array(z.enum(triggers)).check(z.minLength(1), z.maxLength(100)),
  digest: z._default(z.enum(digests), 'none'),
  /** Verdict changes that are taken back within these minutes are not told; 0 tells all. */
  merge_minutes: z._default(z.int().check(z.gte(0), z.lte(1440)), 0),
}

/** A notification as the form of the dashboard saves it. */
const notificationDraft = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  ...watchDraft,
  targets: targetDrafts,
})
export type NotificationDraft = z.output<typeof notificationDraft>

/** Whom a notification tells, its address masked. */
const targetSummary = z.object({
  target_id: z.string(),
  type: z.enum(targetTypes),
  /** A channel, or an address without its secret part; of mail the recipients. */
  label: z.string(),
  /** Of mail; else null. */
  email: z.nullable(z.array(z.string())),
  payload_version: z.nullable(z.string()),
  context: z.nullable(targetContext),
  health,
  last_success_at: z.nullable(timestamp),
  last_failure_at: z.nullable(timestamp),
  /** It answered 410, and is told nothing until it is edited or tested. */
  is_disabled: z.boolean(),
  /** Attempts that failed since the last that did not. */
  failures_in_a_row: z.int(),
  /** After many failures in a row only one message at a time is tried: the next then; else null. */
  next_probe_at: z.nullable(timestamp),
  /** Messages that wait to be sent. */
  waiting_count: z.int(),
})
export type TargetSummary = z.output<typeof targetSummary>

/** A notification as the dashboard lists it (product.md 3.20). */
const notificationSummary = z.object({
  number: z.int(),
  name: z.string(),
  /** All that it watches now, by name: those of the selector too. */
  environments: z.array(z.string()),
  /** Of them, those that it names itself. */
  named_environments: z.array(z.string()),
  selector: z.nullable(environmentSelector),
  triggers: z.array(z.enum(triggers)),
  digest: z.enum(digests),
  merge_minutes: z.int(),
  /** Until then nothing is told; null where it is not muted. */
  muted_until: z.nullable(timestamp),
  muted_by: z.nullable(z.string()),
  /** Failing where a target is. */
  health,
  targets: z.array(targetSummary),
  last_success_timestamp: z.nullable(timestamp),
  last_failure_timestamp: z.nullable(timestamp),
  is_created_from_slack_app: z.boolean(),
  created_by: z.string(),
  created_at: timestamp,
  last_modified_by: z.string(),
  last_modified_at: timestamp,
})
export type NotificationSummary = z.output<typeof notificationSummary>

export const listNotificationSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notifications',
  access: 'reader',
  query: notificationListQuery,
  response: paged(notificationSummary),
  status: [200],
  summary: 'List notifications with the health of each and of its targets',
  decided: 'product.md 3.20',
})

export const getNotificationPage = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}',
  access: 'reader',
  response: notificationSummary,
  status: [200],
  summary: 'Get a notification with its health; its ETag goes with the change that follows',
  decided: 'product.md 3.20',
})

export const makeNotification = endpoint({
  method: 'POST',
  path: '/cairn/{org}/notifications',
  access: 'member',
  body: { kind: 'json', schema: notificationDraft },
  response: notificationSummary,
  status: [201],
  summary: 'Create a notification; its name must be free',
  decided: 'product.md 3.20',
})

export const saveNotification = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/notifications/{number}',
  access: 'member',
  body: { kind: 'json', schema: notificationDraft },
  response: notificationSummary,
  status: [200],
  summary: 'Change a notification; targets that are named by id keep their address',
  decided: 'product.md 3.20',
})

export const muteNotification = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/notifications/{number}/mute',
  access: 'member',
  body: { kind: 'json', schema: z.object({ until: timestamp }) },
  response: notificationSummary,
  status: [200],
  summary: 'Tell nothing until an instant; what happens meanwhile is logged as muted',
  decided: 'product.md 3.20',
})

export const unmuteNotification = endpoint({
  method: 'DELETE',
  path: '/cairn/{org}/notifications/{number}/mute',
  access: 'member',
  response: notificationSummary,
  status: [200],
  summary: 'Tell again before the end of a mute; repeating is fine',
  decided: 'product.md 3.20',
})

export const previewNotificationDeletion = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deletion',
  access: 'reader',
  response: z.object({
    /** Environments that no other notification watches, by name. */
    unwatched: z.array(z.string()),
    /** Messages that would never be sent. */
    waiting_count: z.int(),
  }),
  status: [200],
  summary: 'Say what deleting a notification would leave unwatched; DELETE is the specified one',
  decided: 'product.md 3.20',
})

export const getNotificationCoverage = endpoint({
  method: 'GET',
  path: '/cairn/{org}/notification-coverage',
  access: 'reader',
  response: z.object({
    environment_count: z.int(),
    uncovered: z.array(
      z.object({
        name: z.string(),
        type: environmentType,
        state: z.nullable(z.boolean()),
      }),
    ),
  }),
  status: [200],
  summary: 'List the environments of which nobody is told anything, by name',
  decided: 'product.md 3.20',
})

export const listNotificationsOfEnvironment = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/notifications',
  access: 'reader',
  response: z.array(
    z.extend(notificationSummary, {
      /** Logical environments that include this one, and are watched instead of it; else none. */
      through: z.array(z.string()),
    }),
  ),
  status: [200],
  summary:
    'List the notifications that tell of an environment, itself or as a part of logical ones',
  decided: 'product.md 3.11',
})
