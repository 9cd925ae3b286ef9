import * as z from 'zod/mini'
import { label, maybe } from '#contract/common/fields.ts'

/** Most members that one request may name. */
const maxMembers = 10_000

/** Users by their ids. */
const members = z.array(z.object({ value: label })).check(z.maxLength(maxMembers))

/** The attributes of a SCIM group that are kept, RFC 7643, section 4.2; others are read over. */
export const scimGroup = z.object({
  displayName: label.check(z.minLength(1)),
  externalId: maybe(label),
  members: maybe(members),
})

/** Some of these attributes, and what happens to members, in order; null stands for all of them. */
export const scimGroupChanges = z.object({
  displayName: z.optional(scimGroup.shape.displayName),
  externalId: maybe(label),
  members: z.array(
    z.object({
      op: z.enum(['add', 'replace', 'remove']),
      members: z.nullable(members),
    }),
  ),
})
