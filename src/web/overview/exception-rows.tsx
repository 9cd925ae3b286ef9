import { Link, type LinkProps } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { RegisteredException } from '#contract/exception/exception.ts'
import { counted } from '#domain/common/counted.ts'
import { kindLabels, pageOf, scopeOf } from '#web/domain-ui/exception.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TimeLeft } from '#web/ui/time.tsx'
import type { SomeExceptions } from './queries.ts'
import { nextClass, type QueueRow, shortName, whatClass } from './queue-row.ts'

/** A row for each request on a page, and one for those that it leaves out. */
export function requestRows(org: string, { data, total }: SomeExceptions): QueueRow[] {
  const rows = data.map((one) => requestRow(org, one))
  const more = total - data.length
  const last = data.at(-1)
  if (more <= 0 || !last) return rows
  const link: LinkProps = {
    to: '/$org/exceptions',
    params: { org },
    search: { state: ['requested'] },
  }
  const others = {
    id: 'requests',
    since: last.created_at,
    what: (
      <Link {...link} data-row-link className={whatClass}>
        <Icon of={Hourglass} small />
        {more} more
      </Link>
    ),
    cause: `${more === 1 ? 'Another request waits' : 'Other requests wait'} for a decision`,
    when: '',
    next: (
      <Link {...link} className={nextClass} aria-label="Review all requests">
        Review
      </Link>
    ),
  }
  return [...rows, others]
}

/** The row of a request for an exception that waits for a second person. */
function requestRow(org: string, request: RegisteredException): QueueRow {
  const { kind, exception_id, name, created_by, created_at } = request
  const scope = scopeOf(request)
  return {
    id: `request ${kind} ${exception_id}`,
    since: created_at,
    what: (
      <Link {...pageOf(org, request)} data-row-link className={whatClass}>
        <Icon of={Hourglass} small />
        <span className="truncate" title={scope}>
          {scope}
        </span>
      </Link>
    ),
    cause: `${created_by} asks to ${kind === 'override' ? 'override' : 'allow-list'} ${name}`,
    next: (
      <Link
        {...pageOf(org, request)}
        className={nextClass}
        aria-label={`Decide about ${name} in ${scope}`}
      >
        Decide
      </Link>
    ),
  }
}

const maxNamed = 3

/** One row for all exceptions that end within 7 days; none where none does. */
export function endingRows(org: string, { data: soonest, total }: SomeExceptions): QueueRow[] {
  const first = soonest[0]?.expires_at
  if (first == null) return []
  const names = [...new Set(soonest.map(({ name }) => shortName(name)))].slice(0, maxNamed)
  const more = total - soonest.filter(({ name }) => names.includes(shortName(name))).length
  // Of those beyond the page it is not known what relies on them.
  const known = total === soonest.length ? soonest : []
  const relying = [...new Set(known.flatMap((one) => one.relies_now?.environments ?? []))].sort()
  const row: QueueRow = {
    id: 'ending',
    since: first,
    what: (
      <Link
        to="/$org/exceptions"
        params={{ org }}
        search={{ state: ['expiring'], sort: 'expires_at' }}
        data-row-link
        className={whatClass}
      >
        <Icon of={kindLabels.override.icon} small />
        {counted(total, 'exception')} {total === 1 ? 'ends' : 'end'}
      </Link>
    ),
    cause: (
      <>
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}
        {relying.length > 0 && (
          <span className="text-muted"> · relied on in {relying.join(', ')}</span>
        )}
      </>
    ),
    when: (
      <>
        in <TimeLeft until={first} />
      </>
    ),
    next: (
      <Link
        to="/$org/exceptions"
        params={{ org }}
        search={{ state: ['expiring'], sort: 'expires_at' }}
        className={nextClass}
        aria-label="Review the exceptions that end within 7 days"
      >
        Review
      </Link>
    ),
  }
  return [row]
}
