import type { ReportingBasis } from '#contract/environment/reporting-interval.ts'

/** What says after which silence an environment is stale, before the word "interval". */
export const basisWord: Record<ReportingBasis, string> = {
  environment: 'set',
  type: 'set',
  learned: 'learned',
  assumed: 'assumed',
}
