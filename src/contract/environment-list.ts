import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { environmentType } from './environment-type.ts'
import { paging, sortDirection } from './page.ts'

/** How a list of environments is narrowed and ordered (specification 4.6). */
export const environmentFilters = {
  sort: z._default(z.enum(['name', 'last_modified_at', 'last_changed_at']), 'name'),
  sort_direction: sortDirection,
  space_id: maybe(z.array(z.string())),
  /** Any case, anywhere in the name. */
  name: maybe(z.string()),
  type: maybe(z.array(environmentType)),
  /** A key, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
}

/** Verdicts of an environment as filters name them. */
export const environmentVerdicts = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'] as const
export type EnvironmentVerdict = (typeof environmentVerdicts)[number]

/** What the dashboard's list of environments is asked. */
export const environmentListQuery = z.object({
  ...paging({ per_page: 25, most: 50 }),
  ...environmentFilters,
  verdict: maybe(z.array(z.enum(environmentVerdicts))),
  /** Only those that are stale, or only those that are not. */
  stale: maybe(z.boolean()),
})
