import * as z from 'zod/mini'
import { resourceName } from '#contract/common/fields.ts'

/** Any JSON value, including `null`; required. */
const given = z
  .unknown()
  .check(z.refine((value) => value !== undefined, { error: 'Field required' }))

/** Result of a rule of the type; `reason` is why it failed (our addition). */
export const ruleResult = z.object({
  rule: z.string(),
  passed: z.boolean(),
  reason: z.optional(z.string()),
})
export type RuleResult = z.output<typeof ruleResult>

/**
 * A row of the summary. Our additions: where the data is a list, `group` is the position of the
 * row's element; `error` is why there is no value.
 */
export const summaryRow = z.object({
  name: z.string(),
  value: z.unknown(),
  group: z.optional(z.int()),
  error: z.optional(z.string()),
})
export type SummaryRow = z.output<typeof summaryRow>

/** Evidence of a custom type of the organization. */
export const custom = {
  payload: { type_name: resourceName, attestation_data: given },
  data: {
    type_name: z.string(),
    /** Version of the type that evaluated the data. */
    type_version: z.int(),
    attestation_data: z.unknown(),
    rule_results: z.array(ruleResult),
    summary: z.array(summaryRow),
  },
} as const
