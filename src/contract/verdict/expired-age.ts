import * as z from 'zod/mini'

/** How old evidence is that is older than the organization allows, in whole days. */
export const expiredAge = z.object({ age_days: z.int(), allowed_days: z.int() })
export type ExpiredAge = z.output<typeof expiredAge>
