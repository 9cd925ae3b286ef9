import * as z from 'zod/mini'
import { label, maybe, ok, record, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { type TargetType, targetTypes, triggers } from './notification-types.ts'
import { quoted } from '#contract/common/validation-message.ts'

/** Pattern of the names of target types, in any case. */
export const targetTypePattern = (types: readonly TargetType[]): string =>
  `^(${types.map((type) => type.replaceAll(/./g, (it) => `[${it}${it.toLowerCase()}]`)).join('|')})$`
const typePattern = targetTypePattern(targetTypes)

const address = z.string().check(z.maxLength(4096))
export const targetContext = record(label, z.unknown())

/** A target in a request; further rules of its type are checked with its address. */
export const targetInput = z.object({
  type: label.check(
    z.refine((type) => new RegExp(typePattern).test(type), {
      error: `Input should be ${quoted(targetTypes)}`,
      params: { pattern: typePattern },
    }),
  ),
  webhook: maybe(address),
  email: maybe(z.array(z.string().check(z.maxLength(254))).check(z.maxLength(50))),
  payload_version: maybe(z.literal('1.0')),
  context: maybe(targetContext),
})

const atLeastOne = z.minLength(1)

const notificationInput = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.literal('env'),
  environments: z.array(label).check(atLeastOne, z.maxLength(1000)),
  triggers: z.array(z.enum(triggers)).check(atLeastOne, z.maxLength(100)),
  targets: z.array(targetInput).check(atLeastOne, z.maxLength(50)),
})

/** A target of a notification with its delivery state (specification 2.8). */
const target = z.object({
  type: z.enum(targetTypes),
  /** Masked for callers who may not change notifications. */
  webhook: z.optional(z.string()),
  email: z.optional(z.array(z.string())),
  payload_version: z.optional(z.string()),
  context: z.optional(targetContext),
  last_success_at: z.nullable(timestamp),
  last_failure_at: z.nullable(timestamp),
  /** Whether it answered 410, and receives nothing until it is edited or tested; our addition. */
  is_disabled: z.boolean(),
})
export type NotificationTarget = z.output<typeof target>

/** An environment notification (specification 2.8). */
export const notification = z.object({
  name: z.string(),
  type: z.string(),
  /** Counted from 1 in each organization; never reused. */
  number: z.int(),
  environments: z.array(z.string()),
  triggers: z.array(z.enum(triggers)),
  targets: z.array(target),
  created_by: z.string(),
  is_created_from_slack_app: z.boolean(),
  last_modified_at: timestamp,
  /** Null before the first attempt. */
  is_failing: z.nullable(z.boolean()),
  last_success_timestamp: z.nullable(timestamp),
  last_failure_timestamp: z.nullable(timestamp),
  created_at: timestamp,
})
export type Notification = z.output<typeof notification>

const secret = z.object({ secret: z.string() })

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/organizations/{org}/environments_notifications',
  access: 'reader',
  response: z.array(notification),
})

export const putNotification = endpoint({
  name: 'putNotification',
  method: 'PUT',
  path: '/organizations/{org}/environments_notifications',
  access: 'member',
  body: { kind: 'json', schema: notificationInput },
  response: ok,
})

export const getNotification = endpoint({
  name: 'getNotification',
  method: 'GET',
  path: '/organizations/{org}/environments_notifications/{number}',
  access: 'reader',
  response: notification,
})

export const changeNotification = endpoint({
  name: 'changeNotification',
  method: 'PUT',
  path: '/organizations/{org}/environments_notifications/{number}',
  access: 'member',
  body: { kind: 'json', schema: notificationInput },
  response: ok,
})

export const deleteNotification = endpoint({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/organizations/{org}/environments_notifications/{number}',
  access: 'member',
  response: ok,
})

export const getNotificationSecret = endpoint({
  name: 'getNotificationSecret',
  method: 'GET',
  path: '/organizations/{org}/environments_notifications/{number}/secret',
  access: 'member',
  response: secret,
  answersSecret: true,
})

export const rotateNotificationSecret = endpoint({
  name: 'rotateNotificationSecret',
  method: 'POST',
  path: '/organizations/{org}/environments_notifications/{number}/secret/rotate',
  access: 'member',
  response: secret,
  answersSecret: true,
  status: [201],
})

/** Texts of these endpoints in the API reference. */
export const notificationTexts = {
  listNotifications: {
    summary: 'List environment notifications by number',
    description:
      'Returns every notification with its targets and when each last succeeded and failed. The address of a webhook is shown to admins and members only, and showing it is recorded in the audit log.',
    spec: '4.5',
  },
  putNotification: {
    summary: 'Create an environment notification, or change the one of that name',
    description:
      'Creates a notification with the next number, or changes the one that has the name. At least one environment, trigger and target is needed; unknown environments and triggers, and addresses that lead into private networks, are refused with 400.',
  },
  getNotification: {
    summary: 'Get an environment notification',
    description:
      'Returns the notification with its targets and when each last succeeded and failed. The address of a webhook is shown to admins and members only, and showing it is recorded in the audit log. An unknown number is 404.',
  },
  changeNotification: {
    summary: 'Change an environment notification; it keeps its number',
    description:
      'Replaces environments, triggers and targets with what is sent, and may give it another name; the number stays. The same rules apply as for creating one.',
  },
  deleteNotification: {
    summary: 'Delete an environment notification',
    description:
      'Messages that wait for a delivery are not sent any more. Its number is never used again.',
  },
  getNotificationSecret: {
    summary: 'Get the secret that webhooks of a notification are signed with',
    description:
      'Returns the signing secret in the form `whsec_…` of Standard Webhooks. Each read is recorded in the audit log.',
  },
  rotateNotificationSecret: {
    summary: 'Sign webhooks with another secret; for 24 hours the one before signs too',
    description:
      'Returns the new secret at once. For 24 hours messages carry the signatures of both secrets, so that receivers can switch.',
  },
} satisfies EndpointTexts
