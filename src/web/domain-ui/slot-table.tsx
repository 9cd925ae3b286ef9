import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { useRowKeys } from '#web/table/row-keys.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { onlyDayOf } from '#web/ui/time-text.ts'
import { rowOf } from './drawer-steps.ts'
import { ExpiredText } from './expired-text.tsx'
import { QualifierText } from './qualifier-text.tsx'
import { type Verdict, VerdictMark, verdicts } from './verdict.tsx'

/** The first cell of a slot's row: its verdict and name; what was reported opens beside the page. */
function SlotName(props: {
  verdict: Verdict
  name: string
  attestationId: string | null
  isUnexpected: boolean
  isOverridden?: boolean
  /** How old its evidence is, where that is more than allowed. */
  expired?: ExpiredAge | null | undefined
  isSelected: boolean
  /** Whether what was found stands beside it, which says more than the word of the verdict. */
  isExplained?: boolean
}) {
  const { verdict, name, attestationId: id } = props
  const { label, color } = verdicts[verdict]
  return (
    // The name keeps its room: what is said beside it goes below where there is none.
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="flex max-w-full min-w-0 items-center gap-2">
        <VerdictMark verdict={verdict} isQualified={props.isOverridden || Boolean(props.expired)} />
        {id ? (
          <Link
            to="."
            search={(search: object) => ({ ...search, attestation_id: id })}
            resetScroll={false}
            data-row-link
            aria-current={props.isSelected ? 'true' : undefined}
            {...rowOf(id)}
            className="truncate font-medium text-text hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="truncate font-medium text-text">{name}</span>
        )}
      </span>
      {props.isUnexpected && <Tag>unexpected</Tag>}
      {props.isOverridden && (
        <span className="shrink-0 text-table whitespace-nowrap">
          <QualifierText verdict={verdict} qualifiers={byOverrides(1)} />
        </span>
      )}
      <ExpiredText age={props.expired} />
      {/* The mark says it already to those who listen. */}
      {verdict === 'non-compliant' && !props.isExplained && (
        <span aria-hidden="true" className={`shrink-0 text-table font-medium ${color}`}>
          {label}
        </span>
      )}
    </span>
  )
}

/**
 * The first two cells of a slot's row in a `SlotTable`: its verdict and name, and what was found,
 * on up to three lines where one is too short.
 */
export function SlotCells(
  props: Omit<ComponentProps<typeof SlotName>, 'isExplained'> & {
    /** The finding; nothing where none is known. */
    summary: string | null | undefined
    /** Pending request about the slot. */
    request?: ReactNode
    /** Whether the name has a line by itself in the card of a phone; else more may stand beside it. */
    isNameAlone?: boolean
  },
) {
  const { summary, request, isNameAlone, ...name } = props
  return (
    <>
      <td
        role="cell"
        className={clsx(
          'max-md:-order-1 max-md:text-body',
          isNameAlone ? 'max-md:w-full' : 'max-md:flex-1',
        )}
      >
        <SlotName {...name} isExplained={Boolean(summary)} />
      </td>
      <td
        role="cell"
        title={summary ?? undefined}
        className={clsx(
          'whitespace-normal max-md:w-full max-md:empty:hidden',
          name.verdict === 'non-compliant' ? 'font-medium' : 'text-muted',
        )}
      >
        {request ? (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{summary}</span>
            {request}
          </span>
        ) : (
          summary && <span className="py-1 line-clamp-3 max-md:py-0">{summary}</span>
        )}
      </td>
    </>
  )
}

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
