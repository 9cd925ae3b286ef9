import * as z from 'zod/mini'
import { maybe } from '../common.ts'

const count = z.int().check(z.gte(0))

/** One test suite, specification 2.5. */
export const junitResult = z.object({
  name: z.string(),
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
  payload: { junit_results: z.array(junitResult) },
  data: { junit_results: z.array(junitResult) },
} as const
