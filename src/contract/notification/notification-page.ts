import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { label, maybe, timestamp } from '#contract/common/fields.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { environmentSelector, environmentType } from '#contract/environment/environment-type.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { triggers, targetTypes, digests } from './notification-types.ts'
import { targetInput, targetContext } from './notification.ts'

/** Delivery health of a target. */
export const targetHealths = ['working', 'retrying', 'failing', 'never_tried'] as const
export type TargetHealth = (typeof targetHealths)[number]
/** Delivery health of a whole notification: `partly_tried` where some of its targets work only. */
export const notificationHealths = [...targetHealths, 'partly_tried'] as const
export type NotificationHealth = (typeof notificationHealths)[number]

/** Query of the dashboard's list; declared separately, so that pages load nothing else. */
export const notificationListQuery = z.object({
  ...paging({ per_page: 25, max: 100 }),
  /** Names of environments; values of one filter are alternatives. */
  environment: maybe(z.array(z.string())),
  trigger: maybe(z.array(z.enum(triggers))),
  target_type: maybe(z.array(z.enum(targetTypes))),
  health: maybe(z.array(z.enum(notificationHealths))),
  /** Part of the name, of a target or of the author's name, in any case. */
  q: maybe(z.string()),
  /** By `health`, trouble is first, and then what was never tried. */
  sort: z._default(z.enum(['health', 'name', 'last_failure']), 'health'),
  sort_direction: z._default(z.enum(['asc', 'desc']), 'asc'),
})

/** A target of a draft; a saved one keeps its address where none is given. */
const targetDraft = z.extend(targetInput, { target_id: maybe(label) })
export type TargetDraft = z.output<typeof targetDraft>

export const targetDrafts = z.array(targetDraft).check(z.minLength(1), z.maxLength(50))

/** Watched events of a draft; it needs an environment by name or a selector. */
export const watchDraft = {
  environments: z._default(z.array(label).check(z.maxLength(1000)), []),
  selector: maybe(environmentSelector),
  triggers: z.array(z.enum(triggers)).check(z.minLength(1), z.maxLength(100)),
  digest: z._default(z.enum(digests), 'none'),
  /** Verdict changes that are reverted within these minutes are not sent; 0 sends all. */
  merge_minutes: z._default(z.int().check(z.gte(0), z.lte(1440)), 0),
}

/** A notification as the dashboard's form saves it. */
const notificationDraft = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  ...watchDraft,
  targets: targetDrafts,
})
export type NotificationDraft = z.output<typeof notificationDraft>

/** A target of a notification, with its address masked. */
const targetSummary = z.object({
  target_id: z.string(),
  type: z.enum(targetTypes),
  /** Channel, address without its secret part, or recipients of mail. */
  label: z.string(),
  /** Recipients of mail; else null. */
  email: z.nullable(z.array(z.string())),
  payload_version: z.nullable(z.string()),
  context: z.nullable(targetContext),
  health: z.enum(targetHealths),
  last_success_at: z.nullable(timestamp),
  last_failure_at: z.nullable(timestamp),
  /** Whether it answered 410, and receives nothing until it is edited or tested. */
  is_disabled: z.boolean(),
  /** Number of failed attempts since the last success. */
  failures_in_a_row: z.int(),
  /** After many failures, when the next single message is tried; else null. */
  next_probe_at: z.nullable(timestamp),
  /** Number of messages that wait to be sent. */
  waiting_count: z.int(),
})
export type TargetSummary = z.output<typeof targetSummary>

/** A row of the dashboard's list of notifications. */
const notificationSummary = z.object({
  number: z.int(),
  name: z.string(),
  /** All environments that it watches now, by name, including those of the selector. */
  environments: z.array(z.string()),
  /** Environments that it names itself. */
  named_environments: z.array(z.string()),
  selector: z.nullable(environmentSelector),
  triggers: z.array(z.enum(triggers)),
  digest: z.enum(digests),
  merge_minutes: z.int(),
  /** End of muting; null where it is not muted. */
  muted_until: z.nullable(timestamp),
  muted_by: z.nullable(z.string()),
  /** Failing if any target is, retrying if any is that does not fail. */
  health: z.enum(notificationHealths),
  targets: z.array(targetSummary),
  /** Number of messages delivered on the last seven UTC days, today included. */
  sent_count: z.int(),
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
  name: 'listNotificationSummaries',
  method: 'GET',
  path: '/cairn/{org}/notifications',
  access: 'reader',
  query: notificationListQuery,
  response: paged(notificationSummary),
})

export const getNotificationPage = endpoint({
  name: 'getNotificationPage',
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}',
  access: 'reader',
  response: notificationSummary,
})

export const makeNotification = endpoint({
  name: 'makeNotification',
  method: 'POST',
  path: '/cairn/{org}/notifications',
  access: 'member',
  body: { kind: 'json', schema: notificationDraft },
  response: notificationSummary,
  status: [201],
})

export const saveNotification = endpoint({
  name: 'saveNotification',
  method: 'PUT',
  path: '/cairn/{org}/notifications/{number}',
  access: 'member',
  body: { kind: 'json', schema: notificationDraft },
  response: notificationSummary,
})

export const muteNotification = endpoint({
  name: 'muteNotification',
  method: 'PUT',
  path: '/cairn/{org}/notifications/{number}/mute',
  access: 'member',
  body: { kind: 'json', schema: z.object({ until: timestamp }) },
  response: notificationSummary,
})

export const unmuteNotification = endpoint({
  name: 'unmuteNotification',
  method: 'DELETE',
  path: '/cairn/{org}/notifications/{number}/mute',
  access: 'member',
  response: notificationSummary,
})

export const previewNotificationDeletion = endpoint({
  name: 'previewNotificationDeletion',
  method: 'GET',
  path: '/cairn/{org}/notifications/{number}/deletion',
  access: 'reader',
  response: z.object({
    /** Environments that no other notification watches, by name. */
    unwatched: z.array(z.string()),
    /** Number of waiting messages that will never be sent. */
    waiting_count: z.int(),
  }),
})

const coveredPoorly = z.array(
  z.object({
    name: z.string(),
    type: environmentType,
    state: z.nullable(z.boolean()),
  }),
)

export const getNotificationCoverage = endpoint({
  name: 'getNotificationCoverage',
  method: 'GET',
  path: '/cairn/{org}/notification-coverage',
  access: 'reader',
  response: z.object({
    environment_count: z.int(),
    uncovered: coveredPoorly,
    /** Watched, but each notification is muted or fails at all of its targets. */
    unreached: coveredPoorly,
  }),
})

export const listNotificationsOfEnvironment = endpoint({
  name: 'listNotificationsOfEnvironment',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/notifications',
  access: 'reader',
  response: z.array(
    z.extend(notificationSummary, {
      /** Watched logical environments that include this one. */
      through: z.array(z.string()),
    }),
  ),
})

export const exportNotifications = endpoint({
  name: 'exportNotifications',
  ...download,
  path: '/cairn/{org}/exports/notifications',
  access: 'reader',
  query: z.extend(z.omit(listNotificationSummaries.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const notificationPageTexts = {
  listNotificationSummaries: {
    summary: 'List notifications with the health of each and of its targets',
    description:
      'Returns one page of notifications; a target is working, failing or never tried. A page has 25 unless `per_page` says otherwise, 100 at most.',
  },
  getNotificationPage: {
    summary: 'Get a notification with its health; its ETag goes with the change that follows',
    description:
      'Returns the notification with its targets, their health and their addresses in short form. An unknown number is 404.',
  },
  makeNotification: {
    summary: 'Create a notification; its name must be free',
    description:
      'Returns the new notification. Environments are chosen by name, or by tag, type or pattern of the name. A name that is taken, a draft that watches nothing and an address that leads into a private network are 400.',
  },
  saveNotification: {
    summary: 'Change a notification; targets that are named by id keep their address',
    description:
      'Replaces the notification and returns it. A target that is named by its id keeps its address, so that addresses need not be read to be kept. The same rules apply as for creating one.',
  },
  muteNotification: {
    summary: 'Mute a notification until an instant; what happens meanwhile is logged as muted',
    description:
      'Until `until`, at most 90 days ahead, messages are logged as muted instead of sent, and are not sent afterwards. A time in the past is 400.',
  },
  unmuteNotification: {
    summary: 'End a mute before its instant; repeating is fine',
    description: 'What happens from then on is sent again; what was muted is not.',
  },
  previewNotificationDeletion: {
    summary: 'Preview what deleting a notification would leave unwatched; nothing is deleted',
    description:
      'Returns the environments that no other notification watches, and how many messages would never be sent. Nothing is deleted.',
  },
  getNotificationCoverage: {
    summary: 'List the environments that no notification watches, by name',
    description:
      'Returns how many environments there are, and those that no notification watches, neither by themselves nor as members of a logical one, and those of which nobody is told now: each of their notifications is muted, or fails at all of its targets.',
  },
  listNotificationsOfEnvironment: {
    summary:
      'List the notifications that tell of an environment, itself or as a part of logical ones',
    description:
      'Returns each notification with its health; `through` names the logical environments by which it is included. It is not paged.',
  },
  exportNotifications: {
    summary: 'Export all notifications that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each notification, with its triggers, its health and when it last succeeded and failed; addresses and secrets are left out. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
