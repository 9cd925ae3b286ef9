import { Link } from '@tanstack/react-router'
import type { PolicySummary } from '#contract/policy/policy-page.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { recordColumn } from '#web/domain-ui/record-column.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { OutcomeCountsLine } from '#web/domain-ui/outcome-counts-line.tsx'

/** Columns of the list of policies. */
export const policyColumns = (org: string) =>
  columnsOf<PolicySummary>((column) => [
    recordColumn<PolicySummary>(
      { id: 'name', header: 'Policy' },
      ({ name, archived_at, description }) => ({
        name,
        page: { to: '/$org/policies/$policy', params: { org, policy: name } },
        archived: archived_at,
        note: description,
      }),
    ),
    column({
      id: 'running',
      header: 'Artifacts running under it',
      cell: ({ row: { original } }) => {
        const [env, ...others] = original.environments
        if (env === undefined) return <span className="text-muted">Not attached</span>
        const only = others.length === 0 ? env : undefined
        return (
          // On two lines, before descriptions are cut.
          <span className="block max-w-64 py-1 whitespace-normal">
            <OutcomeCountsLine
              org={org}
              policy={original.name}
              env={only}
              counts={original.running}
            />
          </span>
        )
      },
    }),
    column({
      id: 'environments',
      header: 'Environments',
      meta: { hideOrder: 3, card: 'below' },
      cell: ({ row: { original } }) => <Environments org={org} names={original.environments} />,
    }),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, hideOrder: 2, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'rules',
      header: 'Rules',
      meta: { isNumber: true, hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) => original.rule_count,
    }),
    timeColumn<PolicySummary>(
      { id: 'last_modified_at', header: 'Changed', meta: { card: 'end' } },
      ({ last_modified_at }) => last_modified_at,
    ),
  ])

function Environments(props: { org: string; names: string[] }) {
  const { org, names } = props
  const [first, ...more] = names
  if (first === undefined) return emptyCell
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={names.join(', ')}>
      <Link
        to="/$org/environments/$env/policies"
        params={{ org, env: first }}
        className="truncate text-text hover:underline"
      >
        {first}
      </Link>
      {more.length > 0 && <span className="shrink-0 text-muted">and {more.length} more</span>}
    </span>
  )
}
