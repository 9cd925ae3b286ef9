import { changeSpace, createSpace, deleteSpace, moveContents } from './change-space.ts'
import { spaceOfPath, spaceRecords } from './load-spaces.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { Handlers } from '#server/request/handler.ts'
import { listNamesIn } from './queries.ts'

export const spaceHandlers = {
  listSpaces: (context) => spaceRecords(context),

  async getSpace(context, { params }) {
    const space = await spaceOfPath(context, params.space_id)
    const [flows, environments] = await Promise.all([
      listNamesIn(context.org, 'flow', space.id),
      listNamesIn(context.org, 'environment', space.id),
    ])
    return { ...space, flows, environments }
  },

  async createSpace(context, { body }) {
    const id = await inUnitOfWork(context, (w) => createSpace(w, body))
    return spaceOfPath(context, id)
  },

  async changeSpace(context, { params, body }) {
    await inUnitOfWork(context, (w) => changeSpace(w, params.space_id, body))
    return spaceOfPath(context, params.space_id)
  },

  deleteSpace: (context, { params }) => answerOk(context, (w) => deleteSpace(w, params.space_id)),

  putInSpace: (context, { params, body }) =>
    answerOk(context, (w) => moveContents(w, params.space_id, body, 'in')),

  takeOutOfSpace: (context, { params, body }) =>
    answerOk(context, (w) => moveContents(w, params.space_id, body, 'out')),
} satisfies Partial<Handlers>
