import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { ObjectLink, Outcome } from './entry-parts.tsx'
import { kindLabels } from './kind-labels.ts'
import { auditLogQuery, filtersIn } from './queries.ts'

const shown = 10
/** Actions left out: signing in and out, and what the service concluded itself. */
const isAside = /^(signed_|environment_judged$)/

/** Latest actions in one's own name: overrides, exports, changes. */
export default function MyActivityCard(props: { org: string; name: string }) {
  const { org, name } = props
  const query = useQuery(auditLogQuery(org, filtersIn({ actor: name }).filters))
  const entries = query.data?.entries
    .filter(({ actor, action }) => actor === name && !isAside.test(action))
    .slice(0, shown)
  if (query.isPending) return <SkeletonRows rows={5} />
  return (
    <Card
      title="My activity"
      remark={`in ${org}`}
      actions={
        <Link
          to="/$org/settings/audit-log"
          params={{ org }}
          search={{ actor: name }}
          className="px-2 text-table text-accent hover:underline max-md:py-3"
        >
          All of it
        </Link>
      }
    >
      {entries ? (
        entries.length > 0 ? (
          <ul className="border-t border-line text-table">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 last:border-b-0 max-md:min-h-11"
              >
                <span>{kindLabels[entry.action]}</span>
                <ObjectLink org={org} entry={entry} />
                {entry.result === 'refused' && <Outcome result={entry.result} />}
                <span className="ml-auto text-muted">
                  <TimeAgo at={entry.recorded_at} suffix />
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-4 pb-4 text-table text-muted">
            Nothing yet: what you change, override or export is listed here.
          </p>
        )
      ) : (
        <LoadFailed what="Your activity" frame="card" onRetry={query.refetch} />
      )}
    </Card>
  )
}
