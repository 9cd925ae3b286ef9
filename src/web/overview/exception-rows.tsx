import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { RegisteredException } from '#contract/exception/exception.ts'
import { counted } from '#domain/common/counted.ts'
import { kindLabels, placeOf, scopeOf } from '#web/domain-ui/exception.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DayStamp, TimeLeft } from '#web/ui/time.tsx'
import { nextClass, type QueueRow, whatClass } from './queue-row.ts'

/** The row of a request for an exception that waits for a second person. */
export function requestRow(org: string, request: RegisteredException): QueueRow {
  const { kind, exception_id, name, created_by, created_at } = request
  const scope = scopeOf(request)
  return {
    id: `request ${kind} ${exception_id}`,
    since: created_at,
    what: (
      <Link {...placeOf(org, request)} data-row-link className={whatClass}>
        <Icon of={Hourglass} small />
        <span className="truncate" title={scope}>
          {scope}
        </span>
      </Link>
    ),
    cause: `${created_by} asks to ${kind === 'override' ? 'override' : 'allow-list'} ${name}`,
    next: (
      <Link
        {...placeOf(org, request)}
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
export function endingRows(
  org: string,
  ending: readonly RegisteredException[],
  total: number,
): QueueRow[] {
  const soonest = ending.toSorted((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0))
  const first = soonest[0]?.expires_at
  if (first == null) return []
  const last = soonest.at(-1)?.expires_at ?? first
  const named = soonest.slice(0, maxNamed).map((one) => `${one.name} (${scopeOf(one)})`)
  const more = total - named.length
  const relying = [...new Set(ending.flatMap((one) => one.relies_now?.environments ?? []))].sort()
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
        {named.join(', ')}
        {more > 0 && ` and ${more} more`}
        <span className="text-muted">
          {' '}
          · <DayStamp at={first} />
          {last > first && (
            <>
              {' '}
              to <DayStamp at={last} />
            </>
          )}
          {relying.length > 0 && `; now relied on in ${relying.join(', ')}`}
        </span>
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
