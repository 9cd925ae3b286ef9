import * as z from 'zod/mini'

/** How old evidence is that is older than the organization allows, in whole days. */
export const expiredAge = z.object({ age_days: z.int(), allowed_days: z.int() })
export type ExpiredAge = z.output<typeof expiredAge>

/**
 * Qualifiers of a verdict: evidence that is too old, and what carries it beside
 * evidence, counted; empty and zero where fresh evidence alone carries it. Only
 * what the verdict needs is counted: an override of a slot that fails anyway is not.
 */
export const qualifiers = z.object({
  /**
   * Number of artifacts that were evaluated: the population of the other counts; 0 where nothing runs,
   * and of a trail or artifact of which nothing is expected and nothing was reported.
   */
  judged: z.int(),
  /** Full types of the evidence that is older than the organization allows, by name. */
  expired: z.array(z.string()),
  /** Overrides whose verdict counts, each once. */
  overridden: z.int(),
  /** Artifacts that comply by an entry of the allow-list. */
  allow_listed: z.int(),
  /** Artifacts that an exception of a policy frees from a rule. */
  exempt: z.int(),
  /**
   * Artifacts to which no rule of any attached policy applies, or whose trail a rule asks for though
   * nothing is expected of it; 1 where nothing is expected; of an artifact in flows, those that
   * expect nothing of it.
   */
  not_asked: z.int(),
})
export type Qualifiers = z.output<typeof qualifiers>

/** Evidence alone carries the verdict. */
export const noQualifiers: Qualifiers = {
  judged: 0,
  expired: [],
  overridden: 0,
  allow_listed: 0,
  exempt: 0,
  not_asked: 0,
}
