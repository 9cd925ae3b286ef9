import * as z from 'zod/mini'
import { label, longName, maybe, ok, patterns, record } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/** Key of a tag. */
export const tagKey = z.string().check(z.regex(patterns.tagKey), z.maxLength(255))

const taggedType = z.enum([
  'flow',
  'flows',
  'env',
  'environment',
  'environments',
  'control',
  'controls',
  'repo',
  'repos',
])
export type TaggedType = z.output<typeof taggedType>

/** Types of records that only administrators tag. */
const adminTagged: readonly string[] = ['control', 'controls'] satisfies TaggedType[]

export const changeTags = endpoint({
  name: 'changeTags',
  method: 'PATCH',
  path: '/tags/{org}/{resource_type}/{resource_id}',
  access: 'member',
  roleFor: ({ resource_type = '' }) => (adminTagged.includes(resource_type) ? 'admin' : 'member'),
  params: z.object({ resource_type: taggedType }),
  body: {
    kind: 'json',
    schema: z.object({
      set_tags: maybe(record(tagKey, longName)),
      remove_tags: maybe(z.array(label).check(z.maxLength(1000))),
    }),
  },
  response: ok,
})

/** Maximum number of tags that are told. */
export const maxKnownTags = 200

export const listKnownTags = endpoint({
  name: 'listKnownTags',
  method: 'GET',
  path: '/cairn/{org}/tags/{resource_type}',
  access: 'reader',
  params: z.object({ resource_type: z.enum(['flow', 'environment']) }),
  response: z.object({
    /** The most frequent first, as `key:value`, or `key` where the value is empty. */
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  }),
})

/** Texts of these endpoints in the API reference. */
export const tagTexts = {
  changeTags: {
    summary:
      'Change the tags of a resource by differences: set first, then remove; tags of a control, and tags of a flow by which overrides take an approval, as an administrator',
    description:
      '`set_tags` is applied first, then `remove_tags`; removing a tag that is not set does nothing. A key that does not match the pattern is refused with 400, and nothing is changed. Changing tags of a flow evaluates what runs from it again, since policies may depend on them. Tags of a control, and tags that decide whether overrides of a flow need approval, need the role admin.',
  },
  listKnownTags: {
    summary: 'List the tags that flows or environments have, the most frequent first',
    description:
      'Returns up to 200 tags with the number of records that have them, those of equal number by name. What is archived does not count.',
  },
} satisfies EndpointTexts
