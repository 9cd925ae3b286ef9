import { type ReactNode, useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { textScale } from '#web/ui/text-scale.ts'
import { TableToggle } from './chart-card.tsx'
import { useElementWidth } from './use-element-width.ts'

/** A table in place of a drawing. */
interface DrawnTable {
  /** Name for assistive technology: "Verdicts over time". */
  label: string
  caption: string
  headings: readonly string[]
  /** Cells of each row by their headings. */
  rows: readonly { key: string | number; cells: Readonly<Record<string, ReactNode>> }[]
}

/** A drawing over time without axes, as wide as its card, which may be read as a table instead. */
export function DrawingCard(props: {
  title: string
  answer: ReactNode
  /** Draws so many pixels wide. */
  renderDrawing: (width: number) => ReactNode
  /** Below the drawing. */
  legend?: ReactNode
  renderTable: () => DrawnTable
}) {
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  return (
    <Card
      title={props.title}
      answer={props.answer}
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {isTable ? (
        <ScrollingTable {...props.renderTable()} />
      ) : (
        <div ref={attach} className="mx-4 mb-3">
          {width > 0 && <div style={{ zoom: textScale() }}>{props.renderDrawing(width)}</div>}
          {props.legend}
        </div>
      )}
    </Card>
  )
}

function ScrollingTable({ label, caption, headings, rows }: DrawnTable) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-auto border-t border-line"
    >
      <table className="data-table [--row:1.75rem] max-md:min-w-[35rem] [&_th]:top-0!">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {headings.map((heading) => (
                <td key={heading}>{cells[heading]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
