import { rowSelectionFeature, tableFeatures } from '@tanstack/react-table'
import { useState } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type ChosenRows, type RowSelection, columnsOf, features } from './column-definitions.ts'

const [column] = columnsOf<object>((column) => [
  column({
    id: 'selection',
    enableHiding: false,
    maxSize: 40,
    meta: { card: 'none' },
    header: ({ table }) => {
      const isAll = table.getIsAllPageRowsSelected()
      return (
        <Checkbox
          aria-label="Select all on this page"
          checked={isAll}
          isSome={!isAll && table.getIsSomePageRowsSelected()}
          onChange={() => table.toggleAllPageRowsSelected(!isAll)}
        />
      )
    },
    cell: ({ row, table }) => {
      const { selection } = table.options.meta ?? {}
      return (
        <Checkbox
          data-row-select
          disabled={!row.getCanSelect()}
          title={selection?.refusalOf?.(row.original) ?? undefined}
          aria-label={`Select ${selection?.nameOf(row.original)}`}
          checked={row.getIsSelected()}
          onChange={(isChosen) => row.toggleSelected(isChosen)}
        />
      )
    },
  }),
])

/** The column of boxes; the key x presses that of a row. On phones rows are not chosen. */
export const selectionParts = {
  column: column!,
  features: tableFeatures({ ...features, rowSelectionFeature }),
}

/** Rows of a page that are chosen for an action, until they leave it, and how its table chooses them. */
export function useChosenRows<Row>(
  { rows, rowId }: { rows: readonly Row[]; rowId: (row: Row) => string },
  labels: Pick<RowSelection<Row>, 'nameOf' | 'refusalOf'>,
) {
  const [chosen, onChange] = useState<ChosenRows>({})
  const selection: RowSelection<Row> = { ...labels, parts: selectionParts, chosen, onChange }
  return {
    rows: rows.filter((row) => chosen[rowId(row)]),
    selection,
    clear: () => onChange({}),
  }
}

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
