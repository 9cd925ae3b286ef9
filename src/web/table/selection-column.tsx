import { Checkbox } from '#web/ui/checkbox.tsx'
import { columnsOf } from './column-definitions.ts'

/** The column of boxes; the key x presses that of a row. On phones rows are not chosen. */
export const [selectionColumn] = columnsOf<object>((column) => [
  column({
    id: 'selection',
    enableHiding: false,
    maxSize: 40,
    meta: { card: 'none' },
    header: ({ table }) => (
      <Checkbox
        aria-label="Select all on this page"
        checked={table.getIsAllPageRowsSelected()}
        isSome={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
        onChange={() => table.toggleAllPageRowsSelected()}
      />
    ),
    cell: ({ row, table }) => (
      <Checkbox
        data-row-select
        disabled={!row.getCanSelect()}
        title={table.options.meta?.selection?.refusalOf?.(row.original) ?? undefined}
        aria-label={`Select ${table.options.meta?.selection?.nameOf(row.original)}`}
        checked={row.getIsSelected()}
        onChange={(isChosen) => row.toggleSelected(isChosen)}
      />
    ),
  }),
])
