import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { populationOf } from '#domain/verdict/outcome-counts.ts'
import type { Columns } from '#server/export/formats.ts'

/** Columns of a file about what runs, by what a policy or a control comes to for it. */
export const outcomeColumns = <Row>(countsOf: (row: Row) => OutcomeCounts): Columns<Row> => ({
  running: (row) => populationOf(countsOf(row)),
  running_passed: (row) => countsOf(row).passed,
  running_passed_evidence_expired: (row) => countsOf(row).expired,
  running_passed_by_exception: (row) => countsOf(row).by_exception,
  running_failed: (row) => countsOf(row).failed,
  running_failed_allow_listed: (row) => countsOf(row).allow_listed,
  running_stale: (row) => countsOf(row).stale,
  running_unknown: (row) => countsOf(row).unknown,
  running_not_asked: (row) => countsOf(row).not_asked,
})
