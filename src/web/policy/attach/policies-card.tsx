import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attachedPoliciesQuery } from '#web/policy/queries.ts'
import { OutcomeCountsLine } from '#web/domain-ui/outcome-counts-line.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/** The policies that an environment is evaluated by, and how what runs fares with each. */
export default function PoliciesCard(props: { org: string; env: string }) {
  const { org, env } = props
  const { data, isError, refetch } = useQuery(attachedPoliciesQuery(org, env))
  if (isError && !data) {
    return (
      <Card title="Policies">
        <LoadFailed what="The policies" frame="card" onRetry={refetch} />
      </Card>
    )
  }
  // Where nothing is attached, the head of the page says so, with the way to attach one.
  if (data?.length === 0) return null
  return (
    <Card title="Policies" {...(data && { remark: String(data.length) })}>
      <ul className="empty:hidden" aria-label="Policies">
        {data?.map(({ name, version, running }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-1.5 text-table"
          >
            <span className="flex min-w-0 items-baseline gap-2">
              <Link
                to="/$org/policies/$policy"
                params={{ org, policy: name }}
                className="min-w-0 py-0.5 font-medium wrap-anywhere text-text hover:underline max-md:py-3"
              >
                {name}
              </Link>
              <span className="shrink-0 text-muted">v{version}</span>
            </span>
            <span className="text-meta text-muted">
              <OutcomeCountsLine org={org} policy={name} env={env} counts={running} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
