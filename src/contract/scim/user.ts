import * as z from 'zod/mini'
import { emailAddress, label, maybe } from '#contract/common/fields.ts'

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
