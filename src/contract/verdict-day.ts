import * as z from 'zod/mini'
import { timestamp } from './common.ts'

/** What came on one UTC day, by verdict. */
export const verdictDay = z.object({
  /** Unix seconds of the day's start. */
  day: timestamp,
  compliant: z.int(),
  non_compliant: z.int(),
})
export type VerdictDay = z.output<typeof verdictDay>
