import type { SummaryRow } from '#contract/attestation/types/custom.ts'

/** Rows of a summary that are about the same element; of data that is no list, all of them. */
export interface SummaryGroup {
  /** Position of the element, from 0. */
  group: number | undefined
  rows: SummaryRow[]
}

/** The rows of a summary by the element that they are about, in their order. */
export function groupsOf(rows: readonly SummaryRow[]): SummaryGroup[] {
  const groups: SummaryGroup[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && last.group === row.group) last.rows.push(row)
    else groups.push({ group: row.group, rows: [row] })
  }
  return groups
}
