import * as z from 'zod/mini'

const counts = {
  /** Nothing has to be said beside it. */
  compliant: z.int(),
  /** Compliant by an override, the allow-list or an exception of a policy. */
  by_exception: z.int(),
  /** Compliant on evidence that is older than allowed. */
  expired: z.int(),
  /** Compliant, where it or a part of it is not asked as `Qualifiers` say, or nothing runs there. */
  not_asked: z.int(),
  non_compliant: z.int(),
  unknown: z.int(),
  /** Of too old a report, whatever the last verdict was. */
  stale: z.int(),
}

/**
 * How something stands once everything beside its verdict is said: each environment or running
 * artifact has exactly one of these. `compliant` alone is asked, passed, and on fresh evidence.
 */
export type Standing = keyof typeof counts
export const standings = Object.keys(counts) as Standing[]

/** Counts that add up to everything that was counted. */
export const standingCounts = z.object(counts)
export type StandingCounts = z.output<typeof standingCounts>

/**
 * Numbers of running artifacts by what a policy or a control comes to for them; each is counted
 * once, in `passed`, `failed`, `stale`, `unknown` or `not_asked`.
 */
export const outcomeCounts = z.object({
  /** A rule applied, and all that did were satisfied. */
  passed: z.int(),
  /** Of `passed`, those that pass on evidence that is older than allowed. */
  expired: z.int(),
  /** Of the others of `passed`, those that pass only by an override or an exception of the policy. */
  by_exception: z.int(),
  /** A rule applied and was not satisfied. */
  failed: z.int(),
  /** Of `failed`, those that may run by the allow-list. */
  allow_listed: z.int(),
  /** Asked in an environment that is stale: what was found there is history. */
  stale: z.int(),
  /** Running, and not evaluated yet. */
  unknown: z.int(),
  /** No rule applied, or to a trail that expects nothing: neither passed nor failed. */
  not_asked: z.int(),
})
export type OutcomeCounts = z.output<typeof outcomeCounts>
