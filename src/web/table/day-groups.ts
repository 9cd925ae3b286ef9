import { counted } from '#domain/common/counted.ts'
import { wholeDayOf } from '#web/ui/time-text.ts'
import type { RowGroup } from './long-table.tsx'

/**
 * Rows under the UTC day that they are of, in their order.
 * @param at Unix seconds
 * @param thing a row, in one word: "change"
 */
export function dayGroups<Row>(
  rows: readonly Row[],
  at: (row: Row) => number,
  thing: string,
): RowGroup<Row>[] {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = wholeDayOf(at(row))
    const own = days.get(day)
    if (own) own.push(row)
    else days.set(day, [row])
  }
  return Array.from(days, ([label, own]) => ({
    label,
    count: counted(own.length, thing),
    rows: own,
  }))
}
