import * as z from 'zod/mini'
import { maybe, text } from '#contract/common/fields.ts'

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
