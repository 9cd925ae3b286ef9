import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { counted } from '#domain/common/counted.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { TimeAgo, TimeStamp, useNow } from '#web/ui/time.tsx'
import { HealthLabel } from './health.tsx'
import { recipientsQuery } from './queries.ts'

/** Recipients of notifications about an environment: by which rules, and whether that works. */
export default function RecipientsCard(props: { org: string; env: string }) {
  const { org, env } = props
  const query = useQuery(recipientsQuery(org, env))
  const now = useNow()
  const { data } = query
  const isNobody = data?.length === 0
  const notify = (
    <Link
      to="/$org/settings/notifications/new"
      params={{ org }}
      search={{ environment: [env] }}
      className="text-accent hover:underline max-md:inline-block max-md:py-3"
    >
      Notify someone {data?.length ? 'else' : ''}
    </Link>
  )
  return (
    <Card
      title="Who is told"
      remark={
        isNobody ? `no one: no rule covers ${env}` : data && counted(data.length, 'notification')
      }
      actions={isNobody && <span className="pr-2 text-table">{notify}</span>}
    >
      {query.isError && !data && (
        <LoadFailed what="Who is told" frame="card" onRetry={query.refetch} />
      )}
      <ul className="empty:hidden">
        {data?.map(({ number, name, targets, health, muted_until, through, ...times }) => (
          <li key={number} className="border-t border-line px-4 py-2.5 text-table">
            <Link
              to="/$org/settings/notifications/$number"
              params={{ org, number: String(number) }}
              className="font-medium wrap-anywhere text-text hover:underline max-md:py-3"
            >
              {name}
            </Link>
            <p className="text-meta wrap-anywhere text-muted">
              {targets.map(({ label }) => label).join(', ')}
            </p>
            {through.length > 0 && <Through org={org} names={through} />}
            <p className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
              <HealthLabel health={health} />
              {times.last_success_timestamp !== null && (
                <span>
                  told <TimeAgo at={times.last_success_timestamp} suffix />
                </span>
              )}
              {muted_until !== null && muted_until > now && (
                <span>
                  muted until <TimeStamp at={muted_until} form="moment" /> UTC
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {!isNobody && <p className="border-t border-line px-4 py-2 text-table">{notify}</p>}
    </Card>
  )
}

/** Which logical environments a rule watches in place of the one at hand. */
function Through(props: { org: string; names: readonly string[] }) {
  return (
    <p className="text-meta wrap-anywhere text-muted">
      as a part of{' '}
      {props.names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Link
            to="/$org/environments/$env"
            params={{ org: props.org, env: name }}
            className="text-text hover:underline max-md:inline-block max-md:py-3"
          >
            {name}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}
