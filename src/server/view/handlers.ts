import type { View } from '#contract/view.ts'
import { addView, alterView, dropView, editedPart, findView } from '../change/manage-view.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { viewItem } from './item.ts'
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
    const id = await write(context, (w) => addView(w, context, body))
    return readView(context, id)
  },

  async changeView(context, { params, body }) {
    await write(context, (w) => alterView(w, context, params.view_id, body))
    return tagged(await readView(context, params.view_id), editedPart)
  },

  async deleteView(context, { params }) {
    await write(context, (w) => dropView(w, context, params.view_id))
    return 'OK'
  },
} satisfies Partial<Handlers>
