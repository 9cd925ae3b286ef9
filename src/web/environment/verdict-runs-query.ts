import { listVerdictRuns } from '#contract/verdict/verdict-history.ts'
import { daySeconds } from '#domain/common/days.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'

/** When the verdicts of some environments changed in the days up to now, and why. */
export const verdictRunsQuery = (org: string, environment: string[], days: number) =>
  askedQuery(listVerdictRuns, { org }, { environment, days }, () => ({
    environment,
    from: Date.now() / 1_000 - days * daySeconds,
  }))
