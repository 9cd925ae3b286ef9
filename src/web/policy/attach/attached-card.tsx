import { Link } from '@tanstack/react-router'
import type { AttachedPolicy } from '#contract/policy/policy-page.ts'
import { OutcomeCountsLine } from '#web/domain-ui/outcome-counts-line.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { WithCode } from '#web/ui/with-code.tsx'
import { useDetach } from './use-detach.tsx'

/** The policies that an environment is evaluated by: what each demands, and how that fares. */
export function AttachedCard(props: {
  org: string
  env: string
  policies: readonly AttachedPolicy[]
  refusal: string | null
}) {
  const { org, env, policies, refusal } = props
  const { renderDetach, dialog } = useDetach(org, refusal)
  return (
    <Card title="Attached policies" remark={String(policies.length)}>
      <ul className="border-t border-line text-table" aria-label="Policies">
        {policies.map((policy) => (
          <li
            key={policy.name}
            className="grid gap-x-4 gap-y-2 border-b border-line py-3 pr-2 pl-4 last:border-b-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)]"
          >
            <div className="min-w-0">
              <p className="flex min-w-0 gap-2">
                <Link
                  to="/$org/policies/$policy"
                  params={{ org, policy: policy.name }}
                  className="truncate font-medium text-text hover:underline max-md:py-3"
                >
                  {policy.name}
                </Link>
                <span className="shrink-0 text-muted max-md:py-3">version {policy.version}</span>
              </p>
              {policy.description && (
                <p className="text-muted wrap-anywhere">{policy.description}</p>
              )}
              <p className="text-meta text-muted">
                attached by {policy.attached_by}, <TimeAgo at={policy.attached_at} suffix />
              </p>
            </div>
            <ul className="grid min-w-0 content-start gap-1">
              {policy.demands.map(({ text }, index) => (
                <li key={index} className="wrap-anywhere">
                  <WithCode text={text} />
                </li>
              ))}
              {policy.demands.length === 0 && <li className="text-muted">It asks nothing.</li>}
            </ul>
            <span className="flex flex-wrap content-start items-start justify-between gap-x-4 max-md:items-center">
              <OutcomeCountsLine org={org} policy={policy.name} env={env} counts={policy.running} />
              {renderDetach(
                { environment: env, policy: policy.name, isLast: policies.length === 1 },
                `Detach ${policy.name}`,
              )}
            </span>
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}
