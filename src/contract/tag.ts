import * as z from 'zod/mini'
import { maybe, ok, patterns } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Key of a tag (wire.md 4). */
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

/** Whether only administrators tag things of a type (wire.md 24). */
export const isAdminTagged = (type: string) => type === 'control' || type === 'controls'

export const changeTags = endpoint({
  method: 'PATCH',
  path: '/tags/{org}/{resource_type}/{resource_id}',
  access: 'member',
  params: z.object({ resource_type: taggedType }),
  body: {
    kind: 'json',
    schema: z.object({
      set_tags: maybe(z.record(tagKey, z.string())),
      remove_tags: maybe(z.array(z.string())),
    }),
  },
  response: ok,
  status: [200],
  summary:
    'Change the tags of a resource by differences: set first, then remove; of a control as an administrator',
  decided: 'wire.md 18.1',
})
