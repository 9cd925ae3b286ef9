import { useRef } from 'react'
import { useRowFocus } from './row-focus.ts'
import { useRowKeys } from './row-keys.ts'
import { BodyRow, TableHead } from './table-parts.tsx'
import { type TableOptions, useDataTable } from './use-data-table.ts'

/**
 * A table of records, a list of cards on phones. It is one tab stop, with arrows between its rows and
 * the links of a row; j and k walk the rows, too.
 */
export function DataTable<Row extends object>(props: TableProps<Row>) {
  // A table's features are settled when it is made.
  return <MadeTable key={String(props.selection !== undefined)} {...props} />
}

type TableProps<Row extends object> = { caption: string } & TableOptions<Row>

function MadeTable<Row extends object>(props: TableProps<Row>) {
  const element = useRef<HTMLTableElement>(null)
  const table = useDataTable(element, props)
  const { rows } = table.getRowModel()
  const keys = useRowFocus(element, rows.length)
  useRowKeys(element, props.selection !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it
    <table ref={element} className="data-table cards" role="table" {...keys}>
      <caption className="sr-only">{props.caption}</caption>
      <TableHead table={table} />
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <BodyRow key={row.id} table={table} row={row} index={index} />
        ))}
      </tbody>
    </table>
  )
}
