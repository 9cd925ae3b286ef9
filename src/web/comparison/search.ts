import * as z from 'zod/mini'

const changes = ['replaced', 'started', 'exited', 'scaled', 'unchanged'] as const
export type Change = (typeof changes)[number]

/** What stands in the address of a comparison; sides as `sideExpression` reads them. */
export const comparisonSearch = z.object({
  base: z.optional(z.string()),
  head: z.optional(z.string()),
  head_env: z.optional(z.string()),
  /** All but what is unchanged where none is given. */
  change: z.optional(z.array(z.enum(changes))),
  q: z.optional(z.string()),
})

/** What each change is called. */
export const changeLabels: Record<Change, string> = {
  replaced: 'Replaced',
  started: 'Started',
  exited: 'Exited',
  scaled: 'Scaled',
  unchanged: 'Unchanged',
}
export const changeNames = changes
