import { useState } from 'react'
import type { ChosenRows } from './column-definitions.ts'

/**
 * Rows that are chosen, also those of another page, as they are now where they are shown; another
 * `scope` begins anew.
 */
export function useRowSelection<Row>(
  shown: readonly Row[],
  idOf: (row: Row) => string,
  scope: string,
) {
  const [kept, setKept] = useState<{ scope: string; rows: readonly Row[] } | null>(null)
  const fresh = new Map(shown.map((row) => [idOf(row), row]))
  const held = kept?.scope === scope ? kept.rows : []
  const rows = held.map((row) => fresh.get(idOf(row)) ?? row)
  const choose = (rows: readonly Row[]) => setKept({ scope, rows })
  return {
    rows,
    ids: Object.fromEntries(rows.map((row) => [idOf(row), true as const])),
    /** Whether anything was ever chosen. */
    isBegun: kept !== null,
    choose,
    chooseIds(ids: ChosenRows) {
      const known = new Map([...rows, ...shown].map((row) => [idOf(row), row]))
      choose(Object.keys(ids).flatMap((id) => known.get(id) ?? []))
    },
  }
}
