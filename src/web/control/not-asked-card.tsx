import { Link } from '@tanstack/react-router'
import type { CitingRule, ShownEnvironment } from '#contract/control/control-page.ts'
import { counted } from '#domain/common/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** What runs in scope and is not asked, with the reason and what can be done; null where all is. */
export function NotAskedCard(props: {
  org: string
  control: string
  environments: readonly ShownEnvironment[]
  rules: readonly CitingRule[]
  population: number
  refusal: string | null
  onAttach: (environment: string) => void
}) {
  const { org, control, rules } = props
  const rows = props.environments.filter(
    ({ running, covered }) => running.not_asked > 0 || !covered,
  )
  if (rows.length === 0) return null
  const total = rows.reduce((sum, { running }) => sum + running.not_asked, 0)
  return (
    <Card title="Not asked, and why" remark={`${total} of ${props.population} in scope`}>
      <ul className="text-table">
        {rows.map(({ name, covered, policies, running }) => {
          const citing = rules.filter(({ policy }) => policies.includes(policy))
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_11rem] items-start gap-x-4 gap-y-1 border-t border-line px-4 py-2 max-md:grid-cols-[minmax(0,1fr)]"
            >
              <Link
                to="/$org/environments/$env/running"
                params={{ org, env: name }}
                className="font-medium wrap-anywhere text-text hover:underline max-md:py-3"
              >
                {running.not_asked > 0
                  ? `${counted(running.not_asked, 'artifact')} in ${name}`
                  : `Whatever will run in ${name}`}
              </Link>
              {covered ? (
                <span className="wrap-anywhere">
                  {citing.map(({ policy, line, condition }, index) => (
                    <span key={`${policy} ${line}`}>
                      {index > 0 && '; '}
                      {policy}, line {line},{' '}
                      {condition === null ? (
                        'asks always: these were not evaluated under it yet'
                      ) : (
                        <>
                          asks only if <code className="font-mono text-code">{condition}</code>
                        </>
                      )}
                    </span>
                  ))}
                </span>
              ) : (
                <span>No policy that cites {control} is attached there</span>
              )}
              {covered ? (
                <span className="grid">
                  {[...new Set(citing.map(({ policy }) => policy))].map((policy) => (
                    <Link
                      key={policy}
                      to="/$org/policies/$policy"
                      params={{ org, policy }}
                      className="text-accent hover:underline max-md:py-3"
                    >
                      Open {policy}
                    </Link>
                  ))}
                </span>
              ) : (
                <span>
                  <Button
                    size="small"
                    disabled={props.refusal !== null}
                    title={props.refusal ?? undefined}
                    aria-label={`Attach policy to ${name}`}
                    onClick={() => props.onAttach(name)}
                  >
                    Attach policy
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
