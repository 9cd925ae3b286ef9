import { Link } from '@tanstack/react-router'
import type { ExceptionKind } from '#contract/exception/exception.ts'
import { exceptionNames, kindLabels, scopeOf } from '#web/domain-ui/exception.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type Review, exceptionKey } from './queries.ts'

/** All exceptions of the review: those that are open, then those that are decided. */
export function ReviewList(props: { review: Review; current: string | undefined }) {
  const { decided, open, open_count } = props.review
  return (
    <Card
      title={`All ${decided.length + open_count}`}
      remark={`${decided.length} decided, ${open_count} open`}
    >
      <ul aria-label="Exceptions under review">
        {open.map((one) => (
          <Row
            key={exceptionKey(one)}
            id={exceptionKey(one)}
            {...one}
            place={scopeOf(one)}
            isCurrent={exceptionKey(one) === props.current}
            status={one.review_refusal === null ? 'open' : 'for others'}
          />
        ))}
        {decided.map((one) => (
          <Row
            key={exceptionKey(one)}
            {...one}
            isCurrent={false}
            status={one.outcome}
            by={one.by}
          />
        ))}
      </ul>
    </Card>
  )
}

function Row(props: {
  kind: ExceptionKind
  name: string
  place: string
  status: string
  /** Leads to it while it is open. */
  id?: string
  by?: string
  isCurrent: boolean
}) {
  const { icon, label } = kindLabels[props.kind]
  const names = exceptionNames(props).map((name) => (
    <span key={name} className="block">
      <Breakable name={name} />
    </span>
  ))
  return (
    <li
      aria-current={props.isCurrent ? 'true' : undefined}
      className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line px-4 py-2 text-table aria-[current]:bg-accent-tint"
    >
      <span className="text-muted" title={label}>
        <Icon of={icon} small />
        <span className="sr-only">{label}</span>
      </span>
      <span className="min-w-0">
        {props.id === undefined ? (
          <span className="block font-medium wrap-anywhere">{names}</span>
        ) : (
          <Link
            from="/$org/exceptions/review"
            to="."
            search={{ exception: props.id }}
            resetScroll={false}
            className="block font-medium wrap-anywhere text-text hover:underline max-md:py-1"
          >
            {names}
          </Link>
        )}
        <span className="block text-meta wrap-anywhere text-muted">{props.place}</span>
      </span>
      <span className="text-right text-meta text-muted">
        {props.isCurrent ? 'now' : props.status}
        {props.by && <span className="block">{props.by}</span>}
      </span>
    </li>
  )
}
