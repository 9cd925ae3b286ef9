import { type ReactNode, useRef } from 'react'
import { useRowKeys } from '#web/table/row-keys.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
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
  classes: { type: string; reporter: string; last: string }
  /** When what is in the slots was reported, Unix seconds. */
  times: readonly number[]
  children: (timeForm: 'time' | 'moment') => ReactNode
}) {
  const { caption, heading, classes, times } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const day = onlyDayOf(times)
  return (
    <SmallTable
      caption={caption}
      columns={[
        { heading, width: nameWidth },
        { heading: 'Result' },
        {
          heading: day ? `${day}, UTC` : 'UTC',
          width: day ? '6.75rem' : '8.25rem',
          isNumber: true,
          className: classes.last,
        },
        { heading: 'Type', width: '7rem', className: classes.type },
        { heading: 'Reporter', width: '6.5rem', className: classes.reporter },
      ]}
      className="border-t border-line [--row:2rem] max-md:border-0"
      body={body}
    >
      {props.children(day ? 'time' : 'moment')}
    </SmallTable>
  )
}
