import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { Columns } from '#server/export/formats.ts'

/** Columns of a file with a verdict: what has to be said beside it, and numbers of what carries it. */
export const qualifierColumns = <Row>(qualifiersOf: (row: Row) => Qualifiers): Columns<Row> => ({
  evidence_expired: (row) => qualifiersOf(row).expired.join(' '),
  overrides: (row) => qualifiersOf(row).overridden,
  allow_listed: (row) => qualifiersOf(row).allow_listed,
  exempt: (row) => qualifiersOf(row).exempt,
  not_asked: (row) => qualifiersOf(row).not_asked,
})
