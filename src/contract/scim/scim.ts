import * as z from 'zod/mini'
import { emailAddress, label, maybe, text } from '#contract/common/fields.ts'

const operations = ['add', 'replace', 'remove'] as const

/** The body of a SCIM PATCH, RFC 7644, section 3.5.2; some clients write `Replace`. */
export const scimPatch = z.object({
  Operations: z
    .array(
      z.object({
        op: z.pipe(
          z.string().check(z.regex(/^(add|replace|remove)$/i)),
          z.transform((op) => operations.find((one) => one === op.toLowerCase()) ?? 'replace'),
        ),
        path: maybe(text),
        value: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
})
export type ScimOperation = z.output<typeof scimPatch>['Operations'][number]

const whole = z.string().check(z.regex(/^-?\d{1,9}$/))

/** The query of a list of SCIM resources, RFC 7644, section 3.4.2. */
export const scimListQuery = z.object({
  filter: z.optional(text),
  startIndex: z.optional(whole),
  count: z.optional(whole),
  attributes: z.optional(text),
  excludedAttributes: z.optional(text),
})
export type ScimListQuery = z.output<typeof scimListQuery>

/** Most values of one attribute that a resource may have. */
const maxValues = 100

/** A Boolean, which some clients send as text, in any case. */
const flag = z.union([
  z.boolean(),
  z.pipe(
    z.string().check(z.regex(/^(true|false)$/i)),
    z.transform((text) => text.toLowerCase() === 'true'),
  ),
])

/** An e-mail address; no text is no address. */
const address = z.union([z.literal(''), emailAddress])

const fields = {
  userName: label.check(z.minLength(1)),
  externalId: maybe(label),
  /** Absent: as it was; true for a new one. */
  active: maybe(flag),
  emails: maybe(
    z
      .array(z.object({ value: maybe(address), primary: maybe(flag) }))
      .check(z.maxLength(maxValues)),
  ),
}

/**
 * The attributes of a SCIM user that are kept, RFC 7643, section 4.1; others are read over. An
 * absent `externalId` or address is as it was.
 */
export const scimUser = z.object(fields)
/** Some of these attributes, to change. */
export const scimUserChanges = z.partial(scimUser)
export type ScimUserChanges = z.output<typeof scimUserChanges>

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
