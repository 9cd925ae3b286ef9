import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { tagged } from '#server/request/entity-tag.ts'
import { pagination } from '#server/request/pagination.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  draftOf,
  savedTargets,
  muteNotification,
  unmuteNotification,
} from './change-notification.ts'
import {
  readNotifications,
  editedPart,
  notificationOf,
  notificationOfPath,
  numberFrom,
  requireNotification,
} from './load-notifications.ts'
import { readSummaries, sortListed, isListed } from './load-summaries.ts'
import { readTargets } from './parse-targets.ts'
import { putNotification, deleteNotification, rotateSecret } from './put-notification.ts'
import { listNotificationRows, countWaiting } from './queries.ts'
import { recordAddressesRead, recordSecretRead } from './record-reveal.ts'
import { revealSigning } from './target-address.ts'
import { watchersOf } from './watch-environments.ts'
import { listOnlyWatchedBy, readCoverage } from './watch-queries.ts'

/** Returns whether the caller may change notifications. */
const isEditor = ({ role }: OrgContext) => role === 'admin' || role === 'member'

/** Returns whether a notification may reach somebody: it is not muted, and a target does not fail. */
const canReach = (one: NotificationSummary | undefined) =>
  one !== undefined &&
  one.muted_until === null &&
  one.targets.some(({ health }) => health !== 'failing')

export const notificationHandlers = {
  async listNotifications(context) {
    const rows = await listNotificationRows(context.org)
    const items = await readNotifications(context, rows, isEditor(context))
    await recordAddressesRead(context, items)
    return items
  },

  async putNotification(context, { body }) {
    const targets = await readTargets(context.httpClient, body.targets)
    return answerOk(context, (w) =>
      putNotification(w, context.secrets, { ...body, targets }, { name: body.name }),
    )
  },

  async getNotification(context, { params }) {
    const row = await notificationOfPath(context, params.number)
    const [item] = await readNotifications(context, [row], isEditor(context))
    const notification = requireNotification(item)
    await recordAddressesRead(context, [notification])
    return tagged(notification, editedPart)
  },

  async changeNotification(context, { params, body }) {
    const targets = await readTargets(context.httpClient, body.targets)
    const number = numberFrom(params.number)
    return answerOk(context, (w) =>
      putNotification(w, context.secrets, { ...body, targets }, { number }),
    )
  },

  async deleteNotification(context, { params }) {
    const number = numberFrom(params.number)
    return answerOk(context, (w) => deleteNotification(w, context.secrets, number))
  },

  async getNotificationSecret(context, { params }) {
    const { org, secrets } = context
    const row = await notificationOfPath(context, params.number)
    await recordSecretRead(context, row)
    return { secret: revealSigning(secrets, org.orgId, row.id, row.secret) ?? '' }
  },

  async rotateNotificationSecret(context, { params }) {
    const number = numberFrom(params.number)
    const secret = await inUnitOfWork(context, (w) => rotateSecret(w, context.secrets, number))
    return new Answer(201, { secret })
  },
} satisfies Partial<Handlers>

/** Columns of notifications as CSV. */
const notificationColumns: Columns<NotificationSummary> = {
  number: (one) => one.number,
  name: (one) => one.name,
  health: (one) => one.health,
  environments: (one) => JSON.stringify(one.environments),
  selector: (one) => one.selector && JSON.stringify(one.selector),
  triggers: (one) => JSON.stringify(one.triggers),
  targets: (one) => JSON.stringify(one.targets.map(({ type, label }) => ({ type, label }))),
  digest: (one) => one.digest,
  merge_minutes: (one) => one.merge_minutes,
  muted_until: (one) => isoTime(one.muted_until),
  sent_7_days: (one) => one.sent_count,
  last_success_at: (one) => isoTime(one.last_success_timestamp),
  last_failure_at: (one) => isoTime(one.last_failure_timestamp),
  created_by: (one) => one.created_by,
  created_at: (one) => isoTime(one.created_at),
}

export const notificationExportHandlers = {
  async exportNotifications(context, { query }) {
    // All are sorted at once: an organization has few.
    async function* read() {
      const all = await readSummaries(context, await listNotificationRows(context.org))
      yield sortListed(
        query,
        all.filter((one) => isListed(query, one)),
      )
    }
    return exportAnswer(context, {
      list: 'notifications',
      query,
      columns: notificationColumns,
      read,
    })
  },
} satisfies Partial<Handlers>

/** Reads a notification for its page. @throws Problem 404 */
async function readPage(context: OrgContext, number: number) {
  const row = await notificationOf(context, number)
  const [summary] = await readSummaries(context, [row])
  return requireNotification(summary)
}

export const notificationPageHandlers = {
  async listNotificationSummaries(context, { query }) {
    const all = await readSummaries(context, await listNotificationRows(context.org))
    const listed = sortListed(
      query,
      all.filter((one) => isListed(query, one)),
    )
    const first = (query.page - 1) * query.per_page
    return {
      data: listed.slice(first, first + query.per_page),
      pagination: pagination(listed.length, query),
    }
  },

  async getNotificationPage(context, { params }) {
    return tagged(await readPage(context, numberFrom(params.number)), editedPart)
  },

  async makeNotification(context, { body }) {
    const targets = await readTargets(context.httpClient, body.targets)
    const number = await inUnitOfWork(context, (w) =>
      putNotification(w, context.secrets, draftOf(body, targets), 'new'),
    )
    return new Answer(201, await readPage(context, number))
  },

  async saveNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    const saved = await savedTargets(context, number)
    const targets = await readTargets(context.httpClient, body.targets, saved)
    await inUnitOfWork(context, (w) =>
      putNotification(w, context.secrets, draftOf(body, targets), { number }),
    )
    return tagged(await readPage(context, number), editedPart)
  },

  async muteNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    await inUnitOfWork(context, (w) => muteNotification(w, number, body.until))
    return readPage(context, number)
  },

  async unmuteNotification(context, { params }) {
    const number = numberFrom(params.number)
    await inUnitOfWork(context, (w) => unmuteNotification(w, number))
    return readPage(context, number)
  },

  async previewNotificationDeletion({ org }, { params }) {
    const { id } = await notificationOfPath({ org }, params.number)
    const waiting = await countWaiting(org, [id])
    return {
      unwatched: await listOnlyWatchedBy(org, id),
      waiting_count: waiting.reduce((sum, { count }) => sum + count, 0),
    }
  },

  async getNotificationCoverage(context) {
    const rows = await listNotificationRows(context.org)
    const summaries = await readSummaries(context, rows)
    const reaching = rows.filter((_, index) => canReach(summaries[index]))
    return readCoverage(
      context.org,
      reaching.map(({ id }) => id),
    )
  },

  async listNotificationsOfEnvironment(context, { params }) {
    const watchers = await watchersOf(context, params.env_name)
    const throughOf = new Map(watchers.map(({ id, through }) => [id, through]))
    const rows = await listNotificationRows(context.org)
    const shown = rows.filter(({ id }) => throughOf.has(id))
    const summaries = await readSummaries(context, shown)
    return summaries.map((one, index) => ({
      ...one,
      through: throughOf.get(shown[index]?.id ?? '') ?? [],
    }))
  },
} satisfies Partial<Handlers>
