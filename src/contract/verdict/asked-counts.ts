import * as z from 'zod/mini'

/**
 * Numbers of running artifacts by what a policy or a control comes to for them; each is counted
 * once, in `passed`, `failed`, `stale`, `unknown` or `not_asked`.
 */
export const askedCounts = z.object({
  /** A rule applied, and all that did were satisfied. */
  passed: z.int(),
  /** Of `passed`, those that pass only by an override or by an exception of the policy. */
  by_exception: z.int(),
  /** A rule applied and was not satisfied. */
  failed: z.int(),
  /** Of `failed`, those that may run by the allow-list. */
  allow_listed: z.int(),
  /** Asked in an environment that is stale: what was found there is history. */
  stale: z.int(),
  /** Running, and not evaluated yet. */
  unknown: z.int(),
  /** No rule applied: neither passed nor failed. */
  not_asked: z.int(),
})
export type AskedCounts = z.output<typeof askedCounts>
