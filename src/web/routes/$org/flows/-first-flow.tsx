import { createFlowCall } from '#web/flow/queries.ts'
import { beginTrailCall } from '#web/pipeline/trail-calls.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

const firstFlowName = 'my-service'

/** In place of the list of flows, where there is none yet: the calls that make the first one. */
export default function FirstFlow(props: { org: string }) {
  return (
    <FirstCard
      title="First run"
      remark="A flow is how one thing is built; each run of it is a trail. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Create a flow with a template of what every run must prove',
          call: createFlowCall(props.org, firstFlowName),
        },
        {
          title: 'Begin a trail in it; this page then shows it automatically',
          call: beginTrailCall(props.org, firstFlowName),
        },
      ]}
    />
  )
}
