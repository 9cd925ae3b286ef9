import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { environmentVerdicts } from './environment-list.ts'
import { paging } from './page.ts'

/** What the dashboard's list of snapshots is asked. */
export const snapshotListQuery = z.object({
  ...paging({ per_page: 25 }),
  verdict: maybe(z.enum(environmentVerdicts)),
  /** In force at some instant from here on, until there. */
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
})
