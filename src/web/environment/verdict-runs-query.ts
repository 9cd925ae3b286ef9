import { listVerdictRuns } from '#contract/verdict/verdict-history.ts'
import { daySeconds } from '#domain/common/days.ts'
import { call } from '#web/api/call.ts'
import type { EndpointQuery } from '#web/api/endpoint-query.ts'

/** When the verdicts of some environments changed in the days up to now, and why. */
export function verdictRunsQuery(
  org: string,
  environment: string[],
  days: number,
): EndpointQuery<typeof listVerdictRuns> {
  return {
    // The window moves with the clock: it is the same question.
    queryKey: ['listVerdictRuns', { org }, { environment, days }],
    queryFn: ({ signal }) => {
      const from = Date.now() / 1_000 - days * daySeconds
      const query = { environment, from }
      return call(listVerdictRuns, { params: { org }, query, signal })
    },
  }
}
