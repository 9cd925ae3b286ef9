import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '#domain/common/counted.ts'
import { verdictOf, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { lastDecisionsQuery } from './queries.ts'

/** The newest decisions about a control: what each was about, and what was decided. */
export function LastDecisionsCard(props: {
  org: string
  control: string
  total: number
  all: ReactNode
}) {
  const { org, control, total } = props
  const { decisions } = useSuspenseQuery(lastDecisionsQuery(org, control)).data
  return (
    <Card title="Last decisions">
      {decisions.length === 0 ? (
        <p className="px-4 pb-4 text-table text-muted">
          Nobody has recorded whether this control held.
        </p>
      ) : (
        <>
          <ul className="text-table">
            {decisions.map((one) => (
              <li
                key={one.attestation_id}
                className="flex items-center gap-3 border-t border-line px-4 py-2"
              >
                <span className="grid min-w-0 flex-1">
                  <Link
                    to="/$org/decisions/$decision"
                    params={{ org, decision: one.attestation_id }}
                    title={one.trail_name}
                    className="truncate font-medium text-text hover:underline max-md:py-3"
                  >
                    {one.trail_name}
                  </Link>
                  <span
                    className="truncate text-meta text-muted"
                    title={one.violation ?? undefined}
                  >
                    {one.violation ?? `${one.attestation_name} by ${one.reported_by}`}
                  </span>
                </span>
                <VerdictMark verdict={verdictOf(one.is_compliant)} />
                <span className="shrink-0 text-meta text-muted">
                  <TimeAgo at={one.created_at} />
                </span>
              </li>
            ))}
          </ul>
          <p className="flex justify-between gap-4 border-t border-line px-4 py-2 text-meta text-muted">
            <span>
              {decisions.length} of {formatCount(total)}
            </span>
            {props.all}
          </p>
        </>
      )}
    </Card>
  )
}
