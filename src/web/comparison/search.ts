import * as z from 'zod/mini'

/** What can become of an artifact from one side to the other, in the order that is shown. */
export const changeNames = ['replaced', 'started', 'exited', 'scaled', 'unchanged'] as const
export type Change = (typeof changeNames)[number]

/** What stands in the address of a comparison; sides as `sideExpression` reads them. */
export const comparisonSearch = z.object({
  base: z.optional(z.string()),
  head: z.optional(z.string()),
  head_env: z.optional(z.string()),
  /** All but what is unchanged where none is given. */
  change: z.optional(z.array(z.enum(changeNames))),
  q: z.optional(z.string()),
})
