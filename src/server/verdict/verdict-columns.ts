import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
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

/** Columns of a file with a verdict: what has to be said beside it, and numbers of what carries it. */
export const qualifierColumns = <Row>(qualifiersOf: (row: Row) => Qualifiers): Columns<Row> => ({
  evidence_expired: (row) => qualifiersOf(row).expired.join(' '),
  overrides: (row) => qualifiersOf(row).overridden,
  allow_listed: (row) => qualifiersOf(row).allow_listed,
  exempt: (row) => qualifiersOf(row).exempt,
  not_asked: (row) => qualifiersOf(row).not_asked,
})
