import type { EvidenceDay } from '#contract/attestation/explorer.ts'
import { daySeconds, rowsOfDays } from '#domain/common/days.ts'

/** Evidence of one day with one verdict. */
interface EvidenceCount {
  /** In days since 1970, UTC. */
  day: number
  /** The verdict that counts. */
  is_compliant: boolean
  /** An override turned it: the report has the opposite. */
  is_flipped: boolean
  count: number
}

/**
 * Returns a row for each day of the window, oldest first, by what was reported; empty days have
 * zeros.
 */
export function evidenceDays(
  window: { from: number; to: number },
  counts: readonly EvidenceCount[],
): EvidenceDay[] {
  const none = { compliant: 0, non_compliant: 0, accepted_by_override: 0, rejected_by_override: 0 }
  const days = rowsOfDays(window, none)
  for (const { day, is_compliant, is_flipped, count } of counts) {
    const row = days.get(day * daySeconds)
    if (!row) continue
    row[is_compliant === is_flipped ? 'non_compliant' : 'compliant'] += count
    if (is_flipped) row[is_compliant ? 'accepted_by_override' : 'rejected_by_override'] += count
  }
  return [...days.values()]
}
