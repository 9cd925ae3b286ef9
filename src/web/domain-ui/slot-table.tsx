import { type ReactNode, useRef } from 'react'
import { useRowKeys } from '#web/table/row-keys.ts'
import { onlyDayOf } from '#web/ui/time-text.ts'

/** A column before the time: its heading, its width as CSS, and when it leaves. */
interface SlotColumn {
  heading: string
  width?: string
  className?: string
}

/** A table of slots, their time last: the time alone where all are of one day, which heads it. */
export function SlotTable(props: {
  caption: string
  columns: readonly SlotColumn[]
  /** When what is in the slots was reported, Unix seconds. */
  times: readonly number[]
  children: (timeForm: 'time' | 'moment') => ReactNode
}) {
  const { caption, columns, times } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const day = onlyDayOf(times)
  return (
    <table
      className="data-table cards border-t border-line [--row:2rem] max-md:border-0"
      role="table"
    >
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {columns.map(({ heading, width, className }) => (
          <col key={heading} className={className} style={{ width }} />
        ))}
        <col style={{ width: day ? '6.75rem' : '8.25rem' }} />
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ heading, className }) => (
            <th key={heading} scope="col" role="columnheader" className={className}>
              {heading}
            </th>
          ))}
          <th scope="col" role="columnheader" className="text-right">
            {day ? `${day}, UTC` : 'UTC'}
          </th>
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {props.children(day ? 'time' : 'moment')}
      </tbody>
    </table>
  )
}
