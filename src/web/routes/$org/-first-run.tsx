import { putEnvironment } from '#contract/environment/environment.ts'
import { listFlows } from '#contract/flow/flow.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { curl } from '#web/api/curl.ts'
import { reportCall as attestCall } from '#web/attestation/report-call.ts'
import { reportCall } from '#web/environment/report-call.ts'
import { createFlowCall } from '#web/flow/queries.ts'
import { FirstStepsCard } from '#web/overview/first-steps-card.tsx'
import { beginTrailCall } from '#web/trail/calls.ts'
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
          title: 'Make a key for your pipeline, and use it once',
          content: (
            <>
              <p className="text-muted">
                Who runs Cairn makes it; CAIRN_KEY stands for it in every call.
              </p>
              <CallBox call="npm run cairn -- key add USER" />
              <CallBox call={curl(listFlows, { params: { org } })} />
            </>
          ),
        },
        {
          step: 'trail',
          title: 'Begin a trail, in a flow for what you build',
          content: (
            <>
              <CallBox call={createFlowCall(org, flow)} />
              <CallBox call={beginTrailCall(org, flow)} />
            </>
          ),
        },
        {
          step: 'attestation',
          title: 'Attest something about the trail',
          content: <CallBox call={attestCall({ org, flow, trail: 'build-1', ...review }) ?? ''} />,
        },
        {
          step: 'environment',
          title: 'Report an environment; FINGERPRINT is the SHA-256 of what runs there',
          content: (
            <>
              <CallBox
                call={curl(putEnvironment, { params: { org }, body: { name: env, type: 'K8S' } })}
              />
              <CallBox call={reportCall(org, env, 'K8S')} />
            </>
          ),
        },
      ]}
    />
  )
}
