import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

/** A question, its answer in words, and a drawing or the same as a table; on paper both. */
export function ChartCard(props: {
  question: string
  answer: ReactNode
  head: readonly string[]
  /** Rows of the table; the first cell names its row. */
  rows: readonly (readonly [string, ...ReactNode[]])[]
  /** Below the table. */
  foot?: string
  children: ReactNode
}) {
  const [isTable, setTable] = useState(false)
  const isPrinted = useMediaQuery('print')
  return (
    <Card
      title={props.question}
      answer={props.answer}
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {(!isTable || isPrinted) && props.children}
      {(isTable || isPrinted) && <ChartTable {...props} />}
    </Card>
  )
}

function ChartTable(props: {
  question: string
  head: readonly string[]
  rows: readonly (readonly [string, ...ReactNode[]])[]
  foot?: string
}) {
  return (
    <div
      role="region"
      aria-label={props.question}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-y-auto border-t border-line max-md:overflow-x-auto print:max-h-none print:overflow-visible"
    >
      {/* On phones as wide as its texts; its first column stays. */}
      <table className="data-table [--row:1.75rem] [&_th]:top-0! table-auto max-md:w-max max-md:min-w-full max-md:[&_:first-child:is(td,th)]:sticky max-md:[&_:first-child:is(td,th)]:left-0 max-md:[&_td:first-child]:bg-bg max-md:[&_th:first-child]:z-10">
        <caption className="sr-only">{props.question}</caption>
        <thead>
          <tr>
            {props.head.map((label, index) => (
              <th key={label} scope="col" className={index > 0 ? 'text-right!' : ''}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([name, ...counts]) => (
            <tr key={name}>
              <td>{name}</td>
              {counts.map((count, index) => (
                <td key={index} data-number className="text-right">
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.foot && (
        <p className="border-t border-line px-4 py-1.5 text-meta text-muted">{props.foot}</p>
      )}
    </div>
  )
}

/** Turns a drawing into a table of the same, and back: it names what it turns to. */
export function TableToggle(props: { isTable: boolean; onToggle: (isTable: boolean) => void }) {
  const { isTable, onToggle } = props
  return (
    <Button kind="quiet" size="small" className="print:hidden" onClick={() => onToggle(!isTable)}>
      {isTable ? 'Chart' : 'Table'}
    </Button>
  )
}
