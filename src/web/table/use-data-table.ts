import { functionalUpdate, useTable } from '@tanstack/react-table'
import { type RefObject, useMemo } from 'react'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import type { ColumnChoice } from './column-choice.tsx'
import { type Columns, type Features, type RowSelection, features } from './column-definitions.ts'
import type { Sorting } from './sorting.ts'
import { useColumnWidths } from './use-column-widths.ts'

/** A table's content, and what can be done with it. */
export interface TableOptions<Row extends object> {
  columns: Columns<Row>
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Which columns the reader wants, in which order; all as they are defined without it. */
  choice?: Pick<ColumnChoice, 'visibility' | 'order'> | undefined
  sorting?: Sorting | undefined
  selection?: RowSelection<Row> | undefined
}

const none = {}
const defaultChoice = { visibility: none, order: [] }

/** A table of TanStack Table over rows that the service has filtered, sorted and cut into pages. */
export function useDataTable<Row extends object>(
  element: RefObject<HTMLTableElement | null>,
  { columns: own, rows, rowId, choice = defaultChoice, sorting, selection }: TableOptions<Row>,
) {
  const boxes = selection?.parts.column as Columns<Row>[number] | undefined
  const columns = useMemo(() => (boxes ? [boxes, ...own] : own), [boxes, own])
  const isPrinted = useMediaQuery('print')
  const { tight, ...widths } = useColumnWidths(element, columns, rows, rowId, choice)
  const { order } = choice
  // The boxes stand before what is ordered.
  const columnOrder = useMemo(() => (boxes?.id ? [boxes.id, ...order] : order), [boxes, order])
  return useTable({
    features: selection?.parts.features ?? (features as Features),
    columns,
    data: rows,
    meta: { selection: selection as RowSelection<object> | undefined, isPrinted, tight },
    getRowId: rowId,
    state: {
      ...widths,
      columnOrder,
      sorting: sorting?.state ?? [],
      rowSelection: selection?.chosen ?? none,
    },
    enableRowSelection: ({ original }) => !selection?.refusalOf?.(original),
    onRowSelectionChange: (next) => selection?.onChange(functionalUpdate(next, selection.chosen)),
    manualSorting: true,
    enableSorting: sorting !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (next) => sorting?.onChange(functionalUpdate(next, sorting.state)),
  })
}

/** A table as its parts draw it. */
export type Table<Row extends object> = ReturnType<typeof useTable<Features, Row>>
