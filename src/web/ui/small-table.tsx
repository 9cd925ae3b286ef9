import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'

/** A column of a table of few rows. */
interface SmallColumn {
  heading: string
  width?: string
  isNumber?: boolean
  /** Only screen readers are told the heading. */
  isUnnamed?: boolean
  /** Classes of its column and heading, such as when they are hidden. */
  className?: string
}

/**
 * A table whose rows are all there and stay in their order; on phones each is a card. Drawn so, tables
 * keep their roles only where these are written.
 */
export function SmallTable(props: {
  caption: string
  columns: readonly SmallColumn[]
  className?: string
  body?: RefObject<HTMLTableSectionElement | null>
  /** The rows. */
  children: ReactNode
}) {
  const { caption, columns, className, body, children } = props
  return (
    <table className={clsx('data-table cards', className)} role="table">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {columns.map(({ heading, width, ...column }) => (
          <col key={heading} className={column.className} style={{ width }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ heading, isNumber, isUnnamed, ...column }) => (
            <th
              key={heading}
              scope="col"
              role="columnheader"
              className={clsx(isNumber && 'text-right', column.className)}
            >
              {isUnnamed ? <span className="sr-only">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {children}
      </tbody>
    </table>
  )
}
