import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'

/** The override that counts in place of evidence: who made it, why, and until when. */
export const overrideInEffect = z.object({
  reason: z.string(),
  reported_by: z.string(),
  approved_by: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
})
