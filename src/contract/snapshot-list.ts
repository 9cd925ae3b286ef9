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

/** What narrows the artifacts that run; all that is given applies. */
export const runningFilters = {
  /** A part of a name, or the start of a fingerprint or commit. */
  q: maybe(z.string()),
  /** The flow that knew the artifact first. */
  flow_name: maybe(z.string()),
  verdict: maybe(z.array(z.enum(environmentVerdicts))),
}

/** The same of a snapshot, which shows what exited too: what runs, or what changed. */
export const snapshotFilters = {
  ...runningFilters,
  show: maybe(z.enum(['running', 'changed'])),
}
