import { addSpace, alterSpace, dropSpace } from '../change/manage-space.ts'
import { moveContents } from '../change/space-contents.ts'
import { spaceOfPath, spaceRecords } from '../change/space-record.ts'
import { write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'
import { listNamesIn } from './queries.ts'

export const spaceHandlers = {
  listSpaces: ({ org }) => spaceRecords(org),

  async getSpace(context, { params }) {
    const space = await spaceOfPath(context, params.space_id)
    const [flows, environments] = await Promise.all([
      listNamesIn(context.org, 'flow', space.id),
      listNamesIn(context.org, 'environment', space.id),
    ])
    return { ...space, flows, environments }
  },

  async createSpace(context, { body }) {
    const id = await write(context, (w) => addSpace(w, body))
    return spaceOfPath(context, id)
  },

  async changeSpace(context, { params, body }) {
    await write(context, (w) => alterSpace(w, params.space_id, body))
    return spaceOfPath(context, params.space_id)
  },

  async deleteSpace(context, { params }) {
    await write(context, (w) => dropSpace(w, params.space_id))
    return 'OK'
  },

  async putInSpace(context, { params, body }) {
    await write(context, (w) => moveContents(w, params.space_id, body, 'in'))
    return 'OK'
  },

  async takeOutOfSpace(context, { params, body }) {
    await write(context, (w) => moveContents(w, params.space_id, body, 'out'))
    return 'OK'
  },
} satisfies Partial<Handlers>
