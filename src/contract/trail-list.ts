import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { paging } from './page.ts'
import { trailState } from './trail-state.ts'

/**
 * What the lists of a flow's trails and artifacts are asked. By themselves: the dashboard's first
 * chunk reads addresses by them, and need not load what the answers are.
 */
const artifactFilters = {
  name: maybe(z.string()),
  verdict: maybe(z.array(trailState)),
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
}
const trailFilters = { ...artifactFilters, author: maybe(z.string()) }

export const artifactListQuery = z.object({ ...paging({ per_page: 25 }), ...artifactFilters })

export const trailListQuery = z.object({ ...paging({ per_page: 25 }), ...trailFilters })

/** Which list of trails a trail stands in. */
export const neighbourQuery = z.object(trailFilters)

export const matrixQuery = z.extend(trailListQuery, {
  /** Only trails with this slot in trouble, in a window to 90 days, else the last 30. */
  target: maybe(z.string()),
  attestation_name: maybe(z.string()),
  slot_state: maybe(z.enum(['NON-COMPLIANT', 'MISSING'])),
})
