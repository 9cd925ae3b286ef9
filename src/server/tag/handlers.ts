import type { Handlers } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { changeTags } from './change-tags.ts'

export const tagHandlers = {
  async changeTags(context, { params, body }) {
    await inUnitOfWork(context, (w) => changeTags(w, params, body))
    return 'OK'
  },
} satisfies Partial<Handlers>
