import type { ReportingBasis } from '#contract/environment/reporting-interval.ts'

/** Labels of the basis of a reporting interval, before the word "interval". */
export const basisLabels: Record<ReportingBasis, string> = {
  environment: 'set',
  type: 'set',
  learned: 'learned',
  assumed: 'assumed',
}
