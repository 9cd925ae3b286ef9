import type { SnapshotRow } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { wholeDayOf } from '#web/ui/time-text.ts'

/** Snapshots under the UTC day on which they began, in their order. */
export function snapshotDays(snapshots: readonly SnapshotRow[]) {
  const days = new Map<string, SnapshotRow[]>()
  for (const snapshot of snapshots) {
    const day = wholeDayOf(snapshot.from)
    days.set(day, [...(days.get(day) ?? []), snapshot])
  }
  return Array.from(days, ([label, rows]) => ({
    label,
    count: counted(rows.length, 'snapshot'),
    rows,
  }))
}
