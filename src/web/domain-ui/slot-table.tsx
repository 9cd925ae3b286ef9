import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useRowKeys } from '#web/table/row-keys.ts'
import { onlyDayOf } from '#web/ui/time-text.ts'

/**
 * As wide for a name beside an open drawer as without one, where there is room: what it found, and
 * when, stays where it is when a drawer opens.
 */
const nameWidth = 'min(max(15rem, 16vw), 40cqi)'

/**
 * A table of slots: name, result and time, the time alone where all are of one day, which heads it;
 * then what is hidden where it is narrow. Type and reporter are as wide as a drawer takes more than what
 * stands beside a table.
 */
export function SlotTable(props: {
  caption: string
  /** Heading of the names. */
  heading: string
  /** Classes of columns that say when they are hidden, and of the one that then ends the row. */
  hiding: { type: string; reporter: string; last: string }
  /** When what is in the slots was reported, Unix seconds. */
  times: readonly number[]
  children: (timeForm: 'time' | 'moment') => ReactNode
}) {
  const { caption, heading, hiding, times } = props
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
        <col style={{ width: nameWidth }} />
        <col />
        <col style={{ width: day ? '6.75rem' : '8.25rem' }} />
        <col className={hiding.type} style={{ width: '7rem' }} />
        <col className={hiding.reporter} style={{ width: '6.5rem' }} />
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {heading}
          </th>
          <th scope="col" role="columnheader">
            Result
          </th>
          <th scope="col" role="columnheader" className={clsx('text-right', hiding.last)}>
            {day ? `${day}, UTC` : 'UTC'}
          </th>
          <th scope="col" role="columnheader" className={hiding.type}>
            Type
          </th>
          <th scope="col" role="columnheader" className={hiding.reporter}>
            Reporter
          </th>
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {props.children(day ? 'time' : 'moment')}
      </tbody>
    </table>
  )
}
