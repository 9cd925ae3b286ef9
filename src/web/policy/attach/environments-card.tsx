import { Link } from '@tanstack/react-router'
import type { PolicyEnvironment } from '#contract/policy/policy-page.ts'
import { OutcomeCountsLine } from '#web/domain-ui/outcome-counts-line.tsx'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { useDetach } from './use-detach.tsx'

/** Where a policy is attached, and what it says of what runs there. */
export function EnvironmentsCard(props: {
  org: string
  policy: string
  environments: readonly PolicyEnvironment[]
  refusal: string | null
  onAttach: () => void
}) {
  const { org, policy, environments, refusal } = props
  const { renderDetach, dialog } = useDetach(org, refusal)
  return (
    <Card
      title="Attached to"
      remark={environments.length > 0 && String(environments.length)}
      actions={
        <Button size="small" refusal={refusal} onClick={props.onAttach}>
          Attach
        </Button>
      }
    >
      {environments.length === 0 ? (
        <p className="px-4 pb-3 text-table text-muted">
          No environment: nothing is evaluated by it yet.
        </p>
      ) : (
        <ul className="border-t border-line text-table" aria-label="Environments">
          {environments.map((environment) => (
            <li
              key={environment.name}
              className="flex items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0 max-md:flex-wrap"
            >
              <span className="flex min-w-48 flex-1 items-center gap-1.5 max-md:basis-full">
                <StateMark environment={environment} />
                <Link
                  to="/$org/environments/$env"
                  params={{ org, env: environment.name }}
                  className="truncate font-medium text-text hover:underline max-md:py-3"
                >
                  {environment.name}
                </Link>
                <span className="truncate text-meta text-muted">
                  by {environment.attached_by}, <TimeAgo at={environment.attached_at} suffix />
                </span>
              </span>
              <OutcomeCountsLine
                org={org}
                policy={policy}
                env={environment.name}
                counts={environment.running}
              />
              <span className="-mr-2 ml-auto print:hidden">
                {renderDetach(
                  { environment: environment.name, policy },
                  `Detach from ${environment.name}`,
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  )
}

function StateMark({ environment }: { environment: PolicyEnvironment }) {
  const { state, stale_at, qualifiers } = environment
  return (
    <QualifiedMark
      verdict={verdictOfRunning(state)}
      isStale={useStale(stale_at)}
      qualifiers={qualifiers}
    />
  )
}
