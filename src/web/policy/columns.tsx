import { Link } from '@tanstack/react-router'
import type { PolicySummary } from '#contract/policy/policy-page.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { AskedResults } from '#web/domain-ui/asked-results.tsx'

/** Columns of the list of policies. */
export const policyColumns = (org: string) =>
  columnsOf<PolicySummary>((column) => [
    column({
      id: 'name',
      header: 'Policy',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Name org={org} policy={original} />,
    }),
    column({
      id: 'running',
      header: 'Artifacts running under it',
      cell: ({ row: { original } }) =>
        original.environments.length === 0 ? (
          <span className="text-muted">Not attached</span>
        ) : (
          <AskedResults counts={original.running} />
        ),
    }),
    column({
      id: 'environments',
      header: 'Environments',
      meta: { leaves: 3, card: 'last' },
      cell: ({ row: { original } }) => <Environments org={org} names={original.environments} />,
    }),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'rules',
      header: 'Rules',
      meta: { isNumber: true, leaves: 1, card: 'none' },
      cell: ({ row: { original } }) => original.rule_count,
    }),
    timeColumn<PolicySummary>(
      { id: 'last_modified_at', header: 'Changed', meta: { card: 'end' } },
      ({ last_modified_at }) => last_modified_at,
    ),
  ])

function Name(props: { org: string; policy: PolicySummary }) {
  const { org, policy } = props
  return (
    <span className="flex min-w-0 gap-2">
      <Link
        to="/$org/policies/$policy"
        params={{ org, policy: policy.name }}
        data-row-link
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {policy.name}
      </Link>
      {policy.archived_at !== null && (
        <span className="shrink-0">
          <Tag>
            archived <TimeAgo at={policy.archived_at} suffix />
          </Tag>
        </span>
      )}
      <span
        data-spare
        className="min-w-0 truncate text-muted max-md:hidden"
        title={policy.description}
      >
        {policy.description}
      </span>
    </span>
  )
}

function Environments(props: { org: string; names: string[] }) {
  const { org, names } = props
  const [first, ...more] = names
  if (first === undefined) return emptyCell
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={names.join(', ')}>
      <Link
        to="/$org/environments/$env/policies"
        params={{ org, env: first }}
        className="truncate text-text hover:underline max-md:py-3"
      >
        {first}
      </Link>
      {more.length > 0 && <span className="shrink-0 text-muted">and {more.length} more</span>}
    </span>
  )
}
