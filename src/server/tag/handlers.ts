import { maxKnownTags } from '#contract/tag/tag.ts'
import { knownTags } from '#domain/tag/tags.ts'
import type { Handlers } from '#server/request/handler.ts'
import { answerOk } from '#server/unit-of-work/unit-of-work.ts'
import { listTagSets } from './queries.ts'
import { changeTags } from './change-tags.ts'

export const tagHandlers = {
  async listKnownTags({ org }, { params }) {
    const type = params.resource_type as keyof typeof listTagSets
    return { tags: knownTags(await listTagSets[type](org), maxKnownTags) }
  },

  changeTags: (context, { params, body }) => answerOk(context, (w) => changeTags(w, params, body)),
} satisfies Partial<Handlers>
