import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { paging, sortDirection } from './page.ts'

/** What the dashboard's list of controls is asked; apart, so that pages ship it alone. */
export const controlListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** Part of the name or identifier, in any case. */
  search: maybe(z.string()),
  /** A key, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
  archived: z._default(z.boolean(), false),
  sort: z._default(z.enum(['identifier', 'name', 'coverage']), 'identifier'),
  sort_direction: sortDirection,
})
