import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'

/** Where evidence is expected, the same in every trail of a flow. */
export const slot = z.object({
  /** Name of the artifact, null for the trail itself, `*` for artifacts without a name. */
  target: z.nullable(z.string()),
  /** Null is the artifact itself: that it is reported at all. */
  attestation_name: z.nullable(z.string()),
  attestation_type: z.nullable(z.string()),
})
export type Slot = z.output<typeof slot>

export const slotStates = ['COMPLIANT', 'NON-COMPLIANT', 'MISSING'] as const

/** A slot of one trail: the worst where several share a name. */
export const filledSlot = z.extend(slot, {
  state: z.enum(slotStates),
  attestation_id: z.nullable(z.string()),
  /** It is an override that counts there; absent otherwise. */
  is_override: z.optional(z.literal(true)),
  unexpected: z.boolean(),
  /** An override says the state. */
  overridden: z.optional(z.literal(true)),
})
export type FilledSlot = z.output<typeof filledSlot>

/** A slot over many trails. */
export const slotRank = z.extend(slot, {
  /** Trails in which it was reported, and of them those in which it is non-compliant. */
  runs: z.int(),
  failing: z.int(),
  /** Trails in which it was expected and is not there. */
  missing: z.int(),
  /** Failing of runs, from 0 to 1; null without runs. */
  share: z.nullable(z.number()),
  last_failing: z.nullable(
    z.object({
      trail_name: z.string(),
      attestation_id: z.nullable(z.string()),
      created_at: timestamp,
    }),
  ),
  /** Seconds from a first non-compliant record to the next compliant one; null when none was. */
  median_time_to_fix: z.nullable(z.number()),
  /** The first of the non-compliant records since the last compliant one; null when it passes. */
  failing_since: z.nullable(timestamp),
  /** How many non-compliant records that is. */
  failing_in_a_row: z.int(),
})
export type SlotRank = z.output<typeof slotRank>
