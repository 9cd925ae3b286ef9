import type { ColumnDefTemplate } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { rem } from '#web/ui/text-scale.ts'
import type { ColumnMeta } from './column-definitions.ts'
import type { Table } from './use-data-table.ts'

const cardClasses: Record<NonNullable<ColumnMeta['card']>, string> = {
  top: 'max-md:-order-1 max-md:w-full max-md:text-body max-md:whitespace-normal max-md:text-text',
  under: 'max-md:-order-1 max-md:w-full',
  end: 'max-md:ml-auto',
  rest: 'max-md:flex-1',
  below: 'max-md:order-1 max-md:w-full',
  last: 'max-md:order-2',
  none: 'max-md:hidden',
}

/** Widths and headings of the columns that are shown. */
export function TableHead<Row extends object>(props: { table: Table<Row>; rowIndex?: number }) {
  const { table } = props
  return (
    <>
      <colgroup>
        {table.getVisibleLeafColumns().map((column) => (
          <col
            key={column.id}
            style={column.id in table.state.columnSizing ? { width: rem(column.getSize()) } : {}}
          />
        ))}
      </colgroup>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row" aria-rowindex={props.rowIndex}>
            {group.headers.map((header) => (
              <HeadCell key={header.id} header={header}>
                <Content of={header.column.columnDef.header} context={header.getContext()} />
              </HeadCell>
            ))}
          </tr>
        ))}
      </thead>
    </>
  )
}

/**
 * Content of a column in a head or cell. Its function is called, not mounted: columns made anew would
 * be other components, and what has the focus in a cell would go.
 */
function Content<Context extends object>(props: {
  of: ColumnDefTemplate<Context> | undefined
  context: Context
}): ReactNode {
  return typeof props.of === 'function' ? props.of(props.context) : props.of
}

type Header<Row extends object> = ReturnType<Table<Row>['getLeafHeaders']>[number]

/** The head of a column, which may sort. */
function HeadCell<Row extends object>(props: { header: Header<Row>; children: ReactNode }) {
  const { column } = props.header
  const isNumber = column.columnDef.meta?.isNumber
  const sorted = column.getIsSorted()
  const canSort = column.getCanSort()
  return (
    <th
      scope="col"
      role="columnheader"
      data-column={column.id}
      className={clsx(isNumber && 'text-right')}
      aria-sort={
        canSort ? (sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none') : undefined
      }
    >
      {canSort ? (
        <button
          type="button"
          className={clsx(
            'group inline-flex items-center gap-0.5 rounded-tag align-middle hover:text-text',
            sorted && 'text-text',
            isNumber && 'flex-row-reverse',
          )}
          onClick={column.getToggleSortingHandler()}
        >
          {props.children}
          <span
            className={clsx(
              !sorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
          >
            <Icon of={sorted === 'desc' ? ArrowDown : ArrowUp} small />
          </span>
        </button>
      ) : (
        props.children
      )}
    </th>
  )
}

/** A row; one that cannot be drawn says so in its place. */
export function BodyRow<Row extends object>(props: {
  table: Table<Row>
  row: ReturnType<Table<Row>['getRow']>
  /** Its index in the table, from 0. */
  index: number
  /** Announces its index where only a part of the table is drawn. */
  isPart?: boolean
  /** Follows its height. */
  measure?: Ref<HTMLTableRowElement> | undefined
  /** Which columns are shown, where a row is kept until something of it changes. */
  columns?: readonly object[]
}) {
  const { table, row, index, measure } = props
  const cells = row.getVisibleCells()
  return (
    <Boundary
      resetKey={row.original}
      fallback={<BrokenRow id={row.id} record={row.original} span={cells.length} />}
    >
      <tr
        ref={measure}
        role="row"
        data-index={index}
        aria-rowindex={props.isPart ? index + 2 : undefined}
        data-selected={table.options.meta?.selection?.chosen[row.id] || undefined}
      >
        {cells.map((cell) => {
          const look = cell.column.columnDef.meta ?? {}
          return (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, named by its heading
            <td
              key={cell.id}
              role="cell"
              data-number={look.isNumber || undefined}
              data-tight={table.options.meta?.tight.has(cell.column.id) || undefined}
              data-label={look.cardLabel}
              data-shrinks={look.shrinksTo === undefined ? undefined : ''}
              className={clsx(
                look.isNumber && 'md:text-right',
                look.card && cardClasses[look.card],
              )}
            >
              <Content of={cell.column.columnDef.cell} context={cell.getContext()} />
            </td>
          )
        })}
      </tr>
      {table.options.meta?.isPrinted && (
        <PrintedBelow table={table} row={row} span={cells.length} />
      )}
    </Boundary>
  )
}

/** On paper, the whole of what columns show a part of: fingerprints and commits. */
function PrintedBelow<Row extends object>(props: {
  table: Table<Row>
  row: ReturnType<Table<Row>['getRow']>
  span: number
}) {
  const { table, row, span } = props
  const texts = table
    .getAllLeafColumns()
    .flatMap(({ columnDef: { meta } }) => meta?.printsBelow?.(row.original as never) ?? [])
  if (texts.length === 0) return null
  return (
    <tr className="prints-below">
      <td colSpan={span}>{texts.join('   ')}</td>
    </tr>
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
