import { Fragment, memo, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { textScale } from '#web/ui/text-scale.ts'
import type { Columns } from './column-definitions.ts'
import { useRowFocus } from './row-focus.ts'
import { useRowKeys } from './row-keys.ts'
import type { DrawnRows } from './row-window.ts'
import { BodyRow, TableHead } from './table-parts.tsx'
import { type TableOptions, useDataTable } from './use-data-table.ts'

/** Loaded for long tables only. */
const RowWindow = lazyPart(() => import('./row-window.ts'))

/** Up to here all rows are drawn, and so many before it is known which are on the screen. */
const maxDrawn = 200
/** Height of a row until it was measured, in pixels. */
const estimatedHeight = () => 36 * textScale()

/** The first rows, and the height of the others. */
const firstRows = (count: number, all: number): DrawnRows => ({
  rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
  rest: (all - count) * estimatedHeight(),
})

/** Rows under a heading, or all of them under none. */
export interface RowGroup<Row> {
  label: string | null
  /** How many rows there are, in words; the bare number unless said. */
  count?: string
  rows: readonly Row[]
}

/** A line of the table: the heading of a group, or a row by its index among all rows. */
type Line = { key: string; heading: string } | { key: string; at: number }

function linesOf<Row>(groups: readonly RowGroup<Row>[], rowId: (row: Row) => string) {
  const lines: Line[] = []
  const rows: Row[] = []
  for (const { label, count, rows: own } of groups) {
    if (label !== null && own.length > 0) {
      lines.push({ key: `heading ${label}`, heading: `${label}, ${count ?? own.length}` })
    }
    for (const row of own) {
      lines.push({ key: `${label ?? ''} ${rowId(row)}`, at: rows.length })
      rows.push(row)
    }
  }
  return { lines, rows }
}

/**
 * A table of any number of records, in groups; a list of cards on phones. Of a long one, what is
 * far from the screen is left out, and readers are told how many rows there are. It is one tab
 * stop, with arrows between its rows.
 */
export function LongTable<Row extends object>(props: {
  caption: string
  columns: Columns<Row>
  choice?: TableOptions<Row>['choice']
  groups: readonly RowGroup<Row>[]
  rowId: (row: Row) => string
}) {
  const { caption, columns, choice, groups, rowId } = props
  const { lines, rows } = useMemo(() => linesOf(groups, rowId), [groups, rowId])
  const element = useRef<HTMLTableElement>(null)
  const keyOf = (index: number) => lines[index]?.key ?? String(index)
  const [focused, setFocused] = useState(-1)
  const [near, setNear] = useState<DrawnRows | null>(null)
  const isLong = lines.length > maxDrawn
  const isWhole = usePrinting() || !isLong
  const first = firstRows(isWhole ? lines.length : maxDrawn, lines.length)
  const { rows: drawn, rest, measure } = isWhole || !near ? first : near
  const keys = useRowFocus(element, lines.length, setFocused)
  useRowKeys(element)
  const table = useDataTable(element, { columns, rows, rowId, choice })
  const allRows = table.getRowModel().rows
  const shown = table.getVisibleLeafColumns()
  const span = shown.length
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it */}
      <table
        ref={element}
        className="data-table cards"
        role="table"
        aria-rowcount={lines.length + 1}
        {...keys}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead table={table} rowIndex={1} />
        <tbody role="rowgroup">
          {drawn.map(({ index, gap }) => {
            const line = lines[index]
            if (!line) return null
            const row = 'at' in line ? allRows[line.at] : undefined
            return (
              <Fragment key={line.key}>
                <Gap height={gap} />
                {'heading' in line && (
                  <Heading text={line.heading} span={span} index={index} measure={measure} />
                )}
                {row && (
                  <Row
                    table={table}
                    row={row}
                    columns={shown}
                    index={index}
                    isPart
                    measure={measure}
                  />
                )}
              </Fragment>
            )
          })}
          <Gap height={rest} />
        </tbody>
      </table>
      {isLong && (
        <RowWindow
          table={element}
          count={lines.length}
          keyOf={keyOf}
          estimate={estimatedHeight()}
          focused={focused}
          onChange={setNear}
        />
      )}
    </>
  )
}

/** A row is drawn again only when its record changes, not with every step of the screen. */
const Row = memo(BodyRow) as typeof BodyRow

function Heading(props: {
  text: string
  span: number
  index: number
  measure: Ref<HTMLTableRowElement> | undefined
}) {
  const { index, measure } = props
  return (
    <tr
      ref={measure}
      role="row"
      data-index={index}
      data-heading=""
      aria-rowindex={index + 2}
      className="max-md:bg-surface"
    >
      <td
        role="rowheader"
        colSpan={props.span}
        className="bg-surface text-meta font-medium text-muted max-md:wrap-anywhere max-md:whitespace-normal"
      >
        {props.text}
      </td>
    </tr>
  )
}

/** Stands as high as the rows that are left out. */
function Gap(props: { height: number }) {
  if (props.height <= 0) return null
  return <tr aria-hidden="true" style={{ height: props.height, padding: 0, border: 0 }} />
}

/** Whether the page goes to paper, which wants all rows. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
