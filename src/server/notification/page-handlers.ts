import { watchersOf } from '../change/environment-watchers.ts'
import {
  draftOf,
  muteNotification,
  savedTargets,
  unmuteNotification,
} from '../change/manage-notification.ts'
import { numberFrom, putNotification, requireNotification } from '../change/put-notification.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { Answer, type Handlers, type OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { listOnlyWatchedBy, listUncovered } from './coverage-queries.ts'
import { editedPart } from './item.ts'
import { findNotification, listNotificationRows } from './queries.ts'
import { isListed, readSummaries, sortListed } from './read-summaries.ts'
import { readTargets } from './read-request.ts'
import { countWaiting } from './target-queries.ts'

/** A notification as its page shows it. @throws Problem 404 */
async function readPage(context: OrgContext, number: number) {
  const row = requireNotification(await findNotification(context.org, number))
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
    const targets = await readTargets(context.outgoing, body.targets)
    const number = await write(context, (w) =>
      putNotification(w, context.secrets, draftOf(body, targets), 'new'),
    )
    return new Answer(201, await readPage(context, number))
  },

  async saveNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    const saved = await savedTargets(context, number)
    const targets = await readTargets(context.outgoing, body.targets, saved)
    await write(context, (w) =>
      putNotification(w, context.secrets, draftOf(body, targets), { number }),
    )
    return tagged(await readPage(context, number), editedPart)
  },

  async muteNotification(context, { params, body }) {
    const number = numberFrom(params.number)
    await write(context, (w) => muteNotification(w, number, body.until))
    return readPage(context, number)
  },

  async unmuteNotification(context, { params }) {
    const number = numberFrom(params.number)
    await write(context, (w) => unmuteNotification(w, number))
    return readPage(context, number)
  },

  async previewNotificationDeletion({ org }, { params }) {
    const { id } = requireNotification(await findNotification(org, numberFrom(params.number)))
    const waiting = await countWaiting(org, [id])
    return {
      unwatched: await listOnlyWatchedBy(org, id),
      waiting_count: waiting.reduce((sum, { count }) => sum + count, 0),
    }
  },

  getNotificationCoverage: ({ org }) => listUncovered(org),

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
