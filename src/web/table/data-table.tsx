import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRowKeys } from './row-keys.ts'
import { type RowSelection, SelectAll, SelectRow, selectWidth } from './selection.tsx'

/** How a column looks, wide and as part of a card on phones. */
export interface ColumnMeta {
  /** In pixels; a column without one shares what is left. */
  width?: number
  isNumber?: boolean
  /** Leaves below this width of the page, for instance beside a drawer. */
  leavesBelow?: 'wide' | 'medium' | 'narrow'
  /** Place in the card: its first line, the end of a line, a line below, the last, or nowhere. */
  card?: 'top' | 'end' | 'below' | 'last' | 'none'
}

/** What tables of ours can do. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

/** Columns of a table over rows of one type. */
export type Columns<Row extends object> = ColumnDef<typeof features, Row, unknown>[]

/** Helps to write columns: `columnsOf<Row>()((column) => [column({...})])`. */
export function columnsOf<Row extends object>(
  define: (
    column: ReturnType<typeof createColumnHelper<typeof features, Row>>['display'],
  ) => Columns<Row>,
): Columns<Row> {
  return define(createColumnHelper<typeof features, Row>().display)
}

/** Order of a table whose sorting the service does. */
export interface Sorting {
  /** Columns that can be sorted by. */
  columns: readonly string[]
  by: string
  direction: 'asc' | 'desc'
  onSort: (column: string) => void
}

/** Classes of columns that leave when there is little room. */
export const hiddenBelow: Record<NonNullable<ColumnMeta['leavesBelow']>, string> = {
  wide: 'md:@max-wide/main:hidden',
  medium: 'md:@max-medium/main:hidden',
  narrow: 'md:@max-narrow/main:hidden',
}

const cardPlaces: Record<NonNullable<ColumnMeta['card']>, string> = {
  top: 'max-md:-order-1 max-md:w-full max-md:text-body max-md:whitespace-normal max-md:text-text',
  end: 'max-md:ml-auto',
  below: 'max-md:order-1 max-md:w-full',
  last: 'max-md:order-2',
  none: 'max-md:hidden',
}

/** A table of records, a list of cards on phones. Rows are walked with j and k. */
export function DataTable<Row extends object>(props: {
  caption: string
  columns: Columns<Row>
  rows: Row[]
  rowId: (row: Row) => string
  sorting?: Sorting
  selection?: RowSelection<Row>
}) {
  const { caption, columns, rows, rowId, sorting, selection } = props
  const table = useTable({ features, columns, data: rows, getRowId: rowId })
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body, selection !== undefined)
  const looks = columns.map((column) => column.meta ?? {})

  return (
    <table className="data-table cards" role="table">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {selection && <col style={{ width: selectWidth }} />}
        {looks.map((look, index) => (
          <col
            key={index}
            className={clsx(look.leavesBelow && hiddenBelow[look.leavesBelow])}
            style={look.width ? { width: look.width } : {}}
          />
        ))}
      </colgroup>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {selection && <SelectAll rows={rows} rowId={rowId} selection={selection} />}
            {group.headers.map((header) => (
              <HeaderCell
                key={header.id}
                id={header.column.id}
                look={header.column.columnDef.meta ?? {}}
                sorting={sorting}
              >
                <table.FlexRender header={header} />
              </HeaderCell>
            ))}
          </tr>
        ))}
      </thead>
      <tbody ref={body} role="rowgroup">
        {table.getRowModel().rows.map((row) => (
          <BodyRow key={row.id} table={table} row={row} isSelected={selection?.ids.has(row.id)}>
            {selection && <SelectRow row={row.original} id={row.id} selection={selection} />}
          </BodyRow>
        ))}
      </tbody>
    </table>
  )
}

type Table<Row extends object> = ReturnType<typeof useTable<typeof features, Row>>

/** A row of a table of ours; one that cannot be drawn says so in its place. */
export function BodyRow<Row extends object>(props: {
  table: Table<Row>
  row: ReturnType<Table<Row>['getRow']>
  /** Its place in a table of which only a part is drawn, from 0. */
  index?: number
  /** Follows its height. */
  measure?: Ref<HTMLTableRowElement> | undefined
  isSelected?: boolean | undefined
  /** Cells before those of the columns. */
  children?: ReactNode
}) {
  const { table, row, index, measure, isSelected, children } = props
  const cells = row.getAllCells()
  return (
    <Boundary
      resetKey={row.original}
      fallback={<BrokenRow id={row.id} record={row.original} span={cells.length} />}
    >
      <tr
        ref={measure}
        role="row"
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + 2}
        data-selected={isSelected || undefined}
      >
        {children}
        {cells.map((cell) => {
          const look = cell.column.columnDef.meta ?? {}
          return (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, named by its heading
            <td
              key={cell.id}
              role="cell"
              data-number={look.isNumber || undefined}
              className={cellClass(look)}
            >
              <table.FlexRender cell={cell} />
            </td>
          )
        })}
      </tr>
    </Boundary>
  )
}

/** Classes of a cell, wide and in a card. */
function cellClass(look: ColumnMeta): string {
  return clsx(
    look.isNumber && 'text-right',
    look.leavesBelow && hiddenBelow[look.leavesBelow],
    look.card && cardPlaces[look.card],
  )
}

/** The head of a column, which may sort. */
export function HeaderCell(props: {
  id: string
  look: ColumnMeta
  sorting: Sorting | undefined
  children: ReactNode
}) {
  const { id, look, sorting } = props
  const className = clsx(
    look.isNumber && 'text-right',
    look.leavesBelow && hiddenBelow[look.leavesBelow],
  )
  if (!sorting?.columns.includes(id)) {
    return (
      <th scope="col" role="columnheader" className={className}>
        {props.children}
      </th>
    )
  }
  const isSorted = sorting.by === id
  return (
    <th
      scope="col"
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (sorting.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={clsx(
          'group inline-flex items-center gap-0.5 rounded-tag align-middle hover:text-text',
          isSorted && 'text-text',
          look.isNumber && 'flex-row-reverse',
        )}
        onClick={() => sorting.onSort(id)}
      >
        {props.children}
        <span
          className={clsx(
            !isSorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        >
          <Icon of={isSorted && sorting.direction === 'desc' ? ArrowDown : ArrowUp} small />
        </span>
      </button>
    </th>
  )
}

/** Stands for a record that cannot be drawn. */
function BrokenRow(props: { id: string; record: object; span: number }) {
  return (
    <tr role="row">
      <td role="cell" colSpan={props.span} className="text-muted">
        This record could not be shown: <code className="font-mono text-code">{props.id}</code>{' '}
        <CopyButton
          text={() => JSON.stringify(props.record, null, 2)}
          what="JSON"
          label="Copy JSON"
        />
      </td>
    </tr>
  )
}
