import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { paging } from './page.ts'

/** What builds are narrowed by (specification 4.8). */
export const buildNarrowing = {
  /** The provider's own id. */
  repo_id: maybe(z.string()),
  repo_name: maybe(z.string()),
  /** Both ends are part of the window: 28 days up to `end_ts`, which is now, unless said otherwise. */
  start_ts: maybe(timestamp),
  end_ts: maybe(timestamp),
}

/** What the page's list can be asked; apart, so that pages ship it alone. */
export const buildFilters = z.object({
  ...paging({ per_page: 15, most: 50 }),
  ...buildNarrowing,
})
