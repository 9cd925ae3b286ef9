import { Checkbox } from '#web/ui/checkbox.tsx'
import { columnsOf } from './column-definitions.ts'
import type { ChosenRows } from './row-selection.ts'

/** A row as a table hands it to its columns. */
interface SelectableRow {
  id: string
  original: object
}

/** What is chosen once some rows are chosen, or chosen no more. */
function changed(
  chosen: ChosenRows,
  rows: readonly SelectableRow[],
  isChosen: boolean,
): ChosenRows {
  if (isChosen) return { ...chosen, ...Object.fromEntries(rows.map(({ id }) => [id, true])) }
  const ids = new Set(rows.map(({ id }) => id))
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => !ids.has(id)))
}

const [column] = columnsOf<object>((column) => [
  column({
    id: 'selection',
    enableHiding: false,
    maxSize: 40,
    meta: { card: 'none' },
    header: ({ table }) => {
      const { selection } = table.options.meta ?? {}
      if (!selection) return null
      const { chosen, refusalOf, onChange } = selection
      const rows = table.getRowModel().rows.filter(({ original }) => !refusalOf?.(original))
      const count = rows.filter(({ id }) => chosen[id]).length
      const isAll = rows.length > 0 && count === rows.length
      return (
        <Checkbox
          aria-label="Select all on this page"
          checked={isAll}
          isSome={count > 0 && !isAll}
          onChange={() => onChange(changed(chosen, rows, !isAll))}
        />
      )
    },
    cell: ({ row, table }) => {
      const { selection } = table.options.meta ?? {}
      if (!selection) return null
      const { chosen, refusalOf, nameOf, onChange } = selection
      const refusal = refusalOf?.(row.original) ?? undefined
      return (
        <Checkbox
          data-row-select
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={`Select ${nameOf(row.original)}`}
          checked={chosen[row.id] ?? false}
          onChange={(isChosen) => onChange(changed(chosen, [row], isChosen))}
        />
      )
    },
  }),
])

/** The column of boxes; the key x presses that of a row. On phones rows are not chosen. */
export const selectionColumn = column!
