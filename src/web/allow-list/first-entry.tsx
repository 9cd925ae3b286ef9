import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#domain/common/counted.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { allowCall, askToAllowCall } from '#web/pipeline/environment-rules.ts'
import { runningNowQuery } from '#web/policy/queries.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { approvalSettingsQuery } from './queries.ts'

/** An allow-list without an entry: whether anything here needs one, and the call that makes it. */
export function FirstEntry(props: {
  org: string
  env: string
  /** Tags of the environment: entries of some need approval. */
  tags: Record<string, string>
  refusal: string | null
}) {
  const { org, env } = props
  const { data } = useQuery(runningNowQuery(org, env))
  const settings = useQuery(approvalSettingsQuery(org)).data
  const isApprovalNeeded = settings && needsApproval(settings, 'environment', props.tags)
  const failing = data?.artifacts.filter(({ compliant }) => compliant === false)
  const first = failing?.find(({ fingerprint }) => fingerprint !== '')
  return (
    <FirstCard
      title="No artifact is allow-listed"
      answer="An artifact on this list counts as compliant here regardless of its policies, for a reason that everybody sees, and until its end where it has one."
      steps={[
        {
          title: 'See whether one is needed',
          content: (
            <p className="text-muted">
              {failing && failing.length > 0 ? (
                <>
                  <Link
                    to="/$org/environments/$env/running"
                    params={{ org, env }}
                    search={{ verdict: ['NON-COMPLIANT'] }}
                    className="text-accent underline"
                  >
                    {counted(failing.length, 'artifact')}
                  </Link>{' '}
                  that {failing.length === 1 ? 'runs here does' : 'run here do'} not comply.
                </>
              ) : (
                failing && 'Nothing that runs here fails a policy: no entry is needed now.'
              )}
            </p>
          ),
        },
        {
          title: isApprovalNeeded
            ? 'Ask a second person to allow it, with the button above or by this call'
            : 'Allow it, with the button above or by this call',
          content: (
            <>
              {props.refusal && <p className="mb-2 text-muted">{props.refusal}</p>}
              {settings && (
                <CallBox
                  call={(isApprovalNeeded ? askToAllowCall : allowCall)(org, env, first ?? {})}
                />
              )}
            </>
          ),
        },
      ]}
    />
  )
}
