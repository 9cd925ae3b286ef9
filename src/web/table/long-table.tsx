import { useTable } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { type ReactNode, memo, useMemo, useRef } from 'react'
import { type Block, useBlockWindow } from './block-window.ts'
import { type Columns, BodyRow, features, HeaderCell, hiddenBelow } from './data-table.tsx'
import { useRowKeys } from './row-keys.ts'

/** Rows under a heading, or all of them under none. */
export interface RowGroup<Row> {
  label: string | null
  rows: readonly Row[]
}

interface RowBlock<Row> extends Block {
  heading: string | null
  rows: Row[]
  /** Place of its first row in the table, counted from 1 after the head. */
  at: number
}

/** Few enough to draw in a moment, many enough to have few of them. */
const blockSize = 10
/** Up to here all rows are drawn. */
const maxDrawn = 200

function blocksOf<Row>(groups: readonly RowGroup<Row>[], rowId: (row: Row) => string) {
  const blocks: RowBlock<Row>[] = []
  let at = 1
  for (const { label, rows } of groups) {
    for (let first = 0; first < rows.length; first += blockSize) {
      const some = rows.slice(first, first + blockSize)
      const heading = first === 0 && label !== null ? `${label}, ${rows.length}` : null
      const rowCount = some.length + (heading === null ? 0 : 1)
      const key = `${label ?? ''} ${some[0] ? rowId(some[0]) : ''}`
      blocks.push({ key, rowCount, heading, rows: some, at })
      at += rowCount
    }
  }
  return { blocks, rowCount: at - 1 }
}

/**
 * A table of any number of records, in groups; a list of cards on phones. Of a long one, what is
 * far from the screen is left out, and readers are told how many rows there are.
 */
export function LongTable<Row extends object>(props: {
  caption: string
  columns: Columns<Row>
  groups: readonly RowGroup<Row>[]
  rowId: (row: Row) => string
}) {
  const { caption, columns, groups, rowId } = props
  const { blocks, rowCount } = useMemo(() => blocksOf(groups, rowId), [groups, rowId])
  const table = useRef<HTMLTableElement>(null)
  const { isShown, heights } = useBlockWindow(table, blocks)
  useRowKeys(table)
  const isLong = rowCount > maxDrawn
  const parts: ReactNode[] = []
  let gap = 0
  const closeGap = (key: string) => {
    if (gap > 0) parts.push(<Gap key={`before ${key}`} height={gap} />)
    gap = 0
  }
  for (const [index, block] of blocks.entries()) {
    if (isLong && !isShown(index)) {
      gap += heights.of(block)
      continue
    }
    closeGap(block.key)
    parts.push(
      <DrawnBlock
        key={block.key}
        block={block as RowBlock<object>}
        columns={columns as unknown as Columns<object>}
        rowId={rowId as (row: object) => string}
        measure={heights.measure}
      />,
    )
  }
  closeGap('end')
  return (
    <table ref={table} className="data-table cards" role="table" aria-rowcount={rowCount + 1}>
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {columns.map(({ id, meta: look = {} }) => (
          <col
            key={id}
            className={clsx(look.leavesBelow && hiddenBelow[look.leavesBelow])}
            style={look.width ? { width: look.width } : {}}
          />
        ))}
      </colgroup>
      <Head columns={columns} />
      {parts}
    </table>
  )
}

function Head<Row extends object>(props: { columns: Columns<Row> }) {
  const table = useTable({ features, columns: props.columns, data: noRows as Row[] })
  return (
    <thead role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} role="row" aria-rowindex={1}>
          {group.headers.map((header) => (
            <HeaderCell
              key={header.id}
              id={header.column.id}
              look={header.column.columnDef.meta ?? {}}
              sorting={undefined}
            >
              <table.FlexRender header={header} />
            </HeaderCell>
          ))}
        </tr>
      ))}
    </thead>
  )
}

const noRows: object[] = []

const DrawnBlock = memo(function DrawnBlock(props: {
  block: RowBlock<object>
  columns: Columns<object>
  rowId: (row: object) => string
  measure: (body: HTMLTableSectionElement) => () => void
}) {
  const { block, columns, rowId, measure } = props
  const { heading } = block
  const table = useTable({ features, columns, data: block.rows, getRowId: rowId })
  const first = block.at + (heading === null ? 1 : 2)
  return (
    <tbody ref={measure} role="rowgroup" data-block={block.key} data-rows={block.rowCount}>
      {heading !== null && (
        <tr role="row" aria-rowindex={block.at + 1} className="max-md:bg-surface">
          <td
            role="rowheader"
            // Of the columns that stay: one that left would come back as an empty one.
            colSpan={columns.filter(({ meta }) => !meta?.leavesBelow).length}
            className="bg-surface text-meta font-medium text-muted max-md:wrap-anywhere max-md:whitespace-normal"
          >
            {heading}
          </td>
          {columns.map(({ meta }, index) =>
            meta?.leavesBelow ? (
              <td
                key={index}
                aria-hidden="true"
                className={clsx('bg-surface max-md:hidden', hiddenBelow[meta.leavesBelow])}
              />
            ) : null,
          )}
        </tr>
      )}
      {table.getRowModel().rows.map((row, index) => (
        <BodyRow key={row.id} table={table} row={row} at={first + index} />
      ))}
    </tbody>
  )
})

/** Stands as high as the rows that are left out. */
function Gap(props: { height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: props.height, padding: 0, border: 0 }} />
    </tbody>
  )
}
