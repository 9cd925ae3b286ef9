import type { View } from '#contract/saved-view/saved-view.ts'
import { tagged } from '#server/request/entity-tag.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  createView,
  changeView,
  deleteView,
  editedPart,
  findView,
  viewItem,
} from './change-view.ts'
import { listViewRows } from './queries.ts'

async function readView(context: OrgContext, id: string): Promise<View> {
  const rows = await listViewRows(context.org, context.actor.userId)
  return viewItem(findView(context, rows, id))
}

export const viewHandlers = {
  async listViews({ org, actor }) {
    return (await listViewRows(org, actor.userId)).map(viewItem)
  },

  async getView(context, { params }) {
    return tagged(await readView(context, params.view_id), editedPart)
  },

  async createView(context, { body }) {
    const id = await inUnitOfWork(context, (w) => createView(w, context, body))
    return readView(context, id)
  },

  async changeView(context, { params, body }) {
    await inUnitOfWork(context, (w) => changeView(w, context, params.view_id, body))
    return tagged(await readView(context, params.view_id), editedPart)
  },

  deleteView: (context, { params }) =>
    answerOk(context, (w) => deleteView(w, context, params.view_id)),
} satisfies Partial<Handlers>
