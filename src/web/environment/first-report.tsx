import { Link } from '@tanstack/react-router'
import type { Environment } from '#contract/environment/environment.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { reportCall } from '#web/pipeline/report-environment.ts'

/** Before the first report: the call for the environment's own type, or for its members'. */
export function FirstReport(props: { org: string; environment: Environment }) {
  const { org, environment } = props
  const { name, type, included_environments: members, archived_at } = environment
  if (archived_at !== null) {
    return <p className="text-table text-muted">Nothing was reported before it was archived.</p>
  }
  if (type === 'logical') {
    return (
      <Empty isFramed>
        {members?.length
          ? 'None of its members was reported yet. Report to them: '
          : 'It includes no environment yet: '}
        {members?.slice(0, 5).map((env) => (
          <Link
            key={env}
            to="/$org/environments/$env/running"
            params={{ org, env }}
            className="mr-2 text-accent underline"
          >
            {env}
          </Link>
        ))}
        {!members?.length && (
          <Link
            to="/$org/environments/$env/settings"
            params={{ org, env: name }}
            className="text-accent underline"
          >
            choose its members
          </Link>
        )}
      </Empty>
    )
  }
  return (
    <FirstCard
      title="Never reported"
      remark="Nobody has said yet what runs here. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Report regularly what runs',
          call: reportCall(org, name, type),
        },
      ]}
    />
  )
}
