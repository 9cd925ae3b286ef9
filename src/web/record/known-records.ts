import { physicalTypes } from '#contract/environment/environment-type.ts'
import { listEnvironments } from '#contract/environment/environment.ts'
import { listKnownTags } from '#contract/tag/tag.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** The tags that records of a type have, to filter by, with how many records have each. */
export const knownTagsOf = (org: string, resource_type: 'flow' | 'environment') => ({
  queryKey: ['listKnownTags', { org, resource_type }] as const,
  queryFn: async () => {
    const { tags } = await call(listKnownTags, { params: { org, resource_type } })
    return tags.map(({ tag: text, count }) => ({ text, count }))
  },
})

/** So many are found at once by a part of their name. */
export const maxFound = 50

/** The first environments, by name, whose name holds a text. */
export const environmentNamesQuery = (org: string, name: string) =>
  endpointQuery(listEnvironments, { org }, { ...(name && { name }), page: 1, per_page: maxFound })

/** The same of physical environments alone. */
export function physicalEnvironmentsQuery(org: string, name: string) {
  const query = { name, type: [...physicalTypes], page: 1, per_page: maxFound }
  return endpointQuery(listEnvironments, { org }, query)
}
