import type { ReportingBasis } from '#contract/environment/reporting-interval.ts'

/** Basis of an environment's reporting interval, before the word "interval". */
export const basisWord: Record<ReportingBasis, string> = {
  environment: 'set',
  type: 'set',
  learned: 'learned',
  assumed: 'assumed',
}
