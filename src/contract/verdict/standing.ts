import * as z from 'zod/mini'

/**
 * How something stands once everything beside its verdict is said: each environment or running
 * artifact has exactly one of these. `compliant` alone is asked, passed, and on fresh evidence.
 */
export const standings = [
  'compliant',
  'by_exception',
  'expired',
  'not_asked',
  'non_compliant',
  'unknown',
  'stale',
] as const
export type Standing = (typeof standings)[number]

/** Counts that add up to everything that was counted. */
export const standingCounts = z.object({
  /** Nothing has to be said beside it. */
  compliant: z.int(),
  /** Compliant by an override, the allow-list or an exception of a policy. */
  by_exception: z.int(),
  /** Compliant on evidence that is older than allowed. */
  expired: z.int(),
  /** Compliant, where no rule applies to it or to a part of it. */
  not_asked: z.int(),
  non_compliant: z.int(),
  unknown: z.int(),
  /** Of too old a report, whatever the last verdict was. */
  stale: z.int(),
})
export type StandingCounts = z.output<typeof standingCounts>
