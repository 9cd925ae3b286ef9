import { listKnownTags } from '#contract/tag/tag.ts'
import { call } from '#web/api/call.ts'

/** The tags that records of a type have, to filter by, with how many records have each. */
export const knownTagsOf = (org: string, resource_type: 'flow' | 'environment') => ({
  queryKey: ['listKnownTags', { org, resource_type }] as const,
  queryFn: async () => {
    const { tags } = await call(listKnownTags, { params: { org, resource_type } })
    return tags.map(({ tag: text, count }) => ({ text, count }))
  },
})
