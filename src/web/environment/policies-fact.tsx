import { Link } from '@tanstack/react-router'
import type { Environment } from '#contract/environment/environment.ts'

const shown = 3

/** The policies that an environment is judged by; where there are none, why verdicts are unknown. */
export function PoliciesFact(props: { org: string; environment: Environment }) {
  const { org, environment } = props
  const { name, type, policies, archived_at } = environment
  if (type === 'logical') return null
  const tab = { to: '/$org/environments/$env/policies', params: { org, env: name } } as const
  if (policies.length === 0) {
    return (
      <span>
        Unknown for lack of a policy
        {archived_at === null && (
          <Link {...tab} search={{ attach: true }} className="font-medium hover:underline">
            Attach policy
          </Link>
        )}
      </span>
    )
  }
  const more = policies.length - shown
  return (
    <span className="flex-wrap" title={policies.join(', ')}>
      {policies.length === 1 ? 'Policy' : 'Policies'}
      {policies.slice(0, shown).map((policy) => (
        <Link
          key={policy}
          to="/$org/policies/$policy"
          params={{ org, policy }}
          className="max-w-full truncate text-text hover:underline"
        >
          {policy}
        </Link>
      ))}
      {more > 0 && (
        <Link {...tab} className="hover:underline">
          and {more} more
        </Link>
      )}
    </span>
  )
}
