import * as z from 'zod/mini'
import { listOrNull, maybe, text } from '#contract/common/fields.ts'

const count = z.int().check(z.gte(0))

/** One test suite, specification 2.5. */
const junitResult = z.object({
  name: text,
  failures: count,
  errors: count,
  skipped: count,
  total: count,
  duration: z.number(),
  timestamp: maybe(z.number()),
})
export type JunitResult = z.output<typeof junitResult>

/** Unit test results, specification 4.4. */
export const junit = {
  payload: { junit_results: listOrNull(junitResult) },
  data: { junit_results: z.array(junitResult) },
} as const
