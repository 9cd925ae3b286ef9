import { Link } from '@tanstack/react-router'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

/** No decision yet: who asks for them, and the call that records one. */
export function FirstDecision(props: {
  org: string
  /** Names of the policies that ask for decisions. */
  policies: readonly string[]
}) {
  const { org, policies } = props
  return (
    <FirstCard
      title="No decisions in active flows yet"
      answer="A decision is a recorded answer to “did this control pass?”, on a trail or an artifact, with what it was decided by."
      steps={[
        {
          title: 'Policies that ask for decisions',
          content:
            policies.length === 0 ? (
              <p className="text-muted">
                None yet: a rule of type <code className="font-mono text-code">decision</code> with{' '}
                <code className="font-mono text-code">for_control</code> asks for them.
              </p>
            ) : (
              <ul className="flex flex-wrap gap-x-3">
                {policies.map((policy) => (
                  <li key={policy}>
                    <Link
                      to="/$org/policies/$policy"
                      params={{ org, policy }}
                      className="text-accent hover:underline max-md:py-3"
                    >
                      {policy}
                    </Link>
                  </li>
                ))}
              </ul>
            ),
        },
        { title: 'Record a decision', call: decisionCall(org, 'RCTL-1') },
      ]}
    />
  )
}
