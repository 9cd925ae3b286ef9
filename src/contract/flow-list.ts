import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { paging, sortDirection } from './page.ts'
import { trailState } from './trail-state.ts'

export const visibility = z.enum(['public', 'private'])

/** How lists of flows are ordered. */
export const flowOrder = {
  sort: z._default(z.enum(['name', 'latest_activity']), 'name'),
  sort_direction: sortDirection,
}

/** What the dashboard's list of flows is asked. */
export const flowListQuery = z.object({
  ...paging({ per_page: 25 }),
  name: maybe(z.string()),
  /** `key`, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
  verdict: maybe(z.array(trailState)),
  visibility: maybe(visibility),
  /** In one of these spaces, or below it. */
  space_id: maybe(z.array(z.string())),
  ...flowOrder,
})
