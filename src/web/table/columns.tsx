import type { ColumnMeta } from './data-table.tsx'

const look: ColumnMeta = { width: 128, leavesBelow: 'medium', card: 'none' }

/** A column of who made what a row is of. */
export const createdByColumn = {
  id: 'created_by',
  header: 'Created by',
  meta: look,
  cell: ({ row }: { row: { original: { created_by: string } } }) => (
    <span className="block truncate text-muted">{row.original.created_by}</span>
  ),
}
