import { Link } from '@tanstack/react-router'
import type { Overview } from '#contract/overview/overview.ts'
import { reportCall as attestCall } from '#web/pipeline/report-attestation.ts'
import { createEnvironmentCall, reportCall } from '#web/pipeline/report-environment.ts'
import { createFlowCall } from '#web/flow/queries.ts'
import { FirstStepsCard } from '#web/overview/first-steps-card.tsx'
import { beginTrailCall } from '#web/pipeline/trail-calls.ts'
import { CallBox } from '#web/ui/call-box.tsx'

/** The four steps of a new organization, with the calls that do them. */
export default function FirstRun(props: { org: string; done: Overview['first_steps'] }) {
  const { org } = props
  const [flow, env] = ['shop', 'production']
  const review = { name: 'review', type: 'generic', artifact: null, commit: null }
  return (
    <FirstStepsCard
      done={props.done}
      steps={[
        {
          step: 'key',
          title: 'Make a key for your pipeline; its first report ticks this',
          content: (
            <p className="text-muted">
              <Link
                to="/$org/settings/service-accounts"
                params={{ org }}
                className="text-accent underline"
              >
                A service account
              </Link>{' '}
              has keys for pipelines; your own stand in your{' '}
              <Link to="/profile" className="text-accent underline">
                profile
              </Link>
              . The CLI takes a key from KOSLI_API_TOKEN, curl from CAIRN_KEY.
            </p>
          ),
        },
        {
          step: 'trail',
          title: 'Begin a trail, in a flow for what you build',
          content: (
            <>
              <CallBox call={createFlowCall(org, flow)} />
              <CallBox call={beginTrailCall(org, flow)} hasChoiceAbove />
            </>
          ),
        },
        {
          step: 'attestation',
          title: 'Attest something about the trail',
          content: <CallBox call={attestCall({ org, flow, trail: 'build-1', ...review })!} />,
        },
        {
          step: 'environment',
          title: 'Report what runs in an environment',
          content: (
            <>
              <CallBox call={createEnvironmentCall(org, env, 'server')} />
              <CallBox call={reportCall(org, env, 'server')} hasChoiceAbove />
            </>
          ),
        },
      ]}
    />
  )
}
