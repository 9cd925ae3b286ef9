import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { expiredAge } from '#contract/verdict/qualifiers.ts'

/** A slot for expected evidence, the same in every trail of a flow. */
export const slot = z.object({
  /** Name of the artifact; null for the trail itself, `*` for artifacts without a name. */
  target: z.nullable(z.string()),
  /** Null for the report of the artifact itself. */
  attestation_name: z.nullable(z.string()),
  attestation_type: z.nullable(z.string()),
})
export type Slot = z.output<typeof slot>

const slotStates = ['COMPLIANT', 'NON-COMPLIANT', 'MISSING'] as const

/** A slot of one trail; the worst where several share a name. */
export const filledSlot = z.extend(slot, {
  state: z.enum(slotStates),
  attestation_id: z.nullable(z.string()),
  /** Whether an override counts in it; absent otherwise. */
  is_override: z.optional(z.literal(true)),
  unexpected: z.boolean(),
  /** Whether the state is that of an override. */
  overridden: z.optional(z.literal(true)),
  /** How old its evidence is, where that is more than the organization allows. */
  expired: z.optional(expiredAge),
})
export type FilledSlot = z.output<typeof filledSlot>

/** Statistics of a slot over many trails. */
export const slotRank = z.extend(slot, {
  /** Number of trails in which it was reported, and of those in which it is non-compliant. */
  runs: z.int(),
  failing: z.int(),
  /** Number of trails in which it is missing although expected. */
  missing: z.int(),
  /** Share of failing runs, from 0 to 1; null without runs. */
  share: z.nullable(z.number()),
  last_failing: z.nullable(
    z.object({
      trail_name: z.string(),
      attestation_id: z.nullable(z.string()),
      created_at: timestamp,
    }),
  ),
  /** Seconds from a first non-compliant attestation to the next compliant one; null without any. */
  median_time_to_fix: z.nullable(z.number()),
  /** First non-compliant attestation since the last compliant one; null if it passes. */
  failing_since: z.nullable(timestamp),
  /** Number of non-compliant attestations since then. */
  failing_in_a_row: z.int(),
})
export type SlotRank = z.output<typeof slotRank>
