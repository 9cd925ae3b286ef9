import {
  deleteNotification,
  numberFrom,
  putNotification,
  requireNotification,
  rotateSecret,
} from '../change/put-notification.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { Answer, type Handlers, type OrgContext } from '../handler.ts'
import { revealSigning } from './address.ts'
import { editedPart } from './item.ts'
import { findNotification, listNotificationRows } from './queries.ts'
import { readNotifications } from './read-notifications.ts'
import { readTargets } from './read-request.ts'

/** Whether somebody may change notifications. */
const isEditor = ({ role }: OrgContext) => role === 'admin' || role === 'member'

export const notificationHandlers = {
  async listNotifications(context) {
    return readNotifications(context, await listNotificationRows(context.org), isEditor(context))
  },

  async putNotification(context, { body }) {
    const targets = await readTargets(context.outgoing, body.targets)
    await write(context, (w) =>
      putNotification(w, context.secrets, { ...body, targets }, { name: body.name }),
    )
    return 'OK'
  },

  async getNotification(context, { params }) {
    const row = requireNotification(await findNotification(context.org, numberFrom(params.number)))
    const [item] = await readNotifications(context, [row], isEditor(context))
    return tagged(requireNotification(item), editedPart)
  },

  async changeNotification(context, { params, body }) {
    const targets = await readTargets(context.outgoing, body.targets)
    const number = numberFrom(params.number)
    await write(context, (w) =>
      putNotification(w, context.secrets, { ...body, targets }, { number }),
    )
    return 'OK'
  },

  async deleteNotification(context, { params }) {
    const number = numberFrom(params.number)
    await write(context, (w) => deleteNotification(w, context.secrets, number))
    return 'OK'
  },

  async getNotificationSecret({ org, secrets }, { params }) {
    const row = requireNotification(await findNotification(org, numberFrom(params.number)))
    return { secret: revealSigning(secrets, org.orgId, row.id, row.secret) ?? '' }
  },

  async rotateNotificationSecret(context, { params }) {
    const number = numberFrom(params.number)
    const secret = await write(context, (w) => rotateSecret(w, context.secrets, number))
    return new Answer(201, { secret })
  },
} satisfies Partial<Handlers>
