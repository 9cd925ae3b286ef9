import { createFlowCall } from '#web/flow/queries.ts'
import { beginTrailCall } from '#web/pipeline/trail-calls.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'

const firstFlowName = 'my-service'

/** In place of the list of flows, where there is none yet: the calls that make the first one. */
export default function FirstFlow(props: { org: string }) {
  return (
    <Card
      title="First run"
      remark="A flow is how one thing is built; each run of it is a trail. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
    >
      <FirstSteps
        steps={[
          {
            title: 'Create a flow with a template of what every run must prove',
            content: <CallBox call={createFlowCall(props.org, firstFlowName)} />,
          },
          {
            title: 'Begin a trail in it; this page then shows it by itself',
            content: <CallBox call={beginTrailCall(props.org, firstFlowName)} />,
          },
        ]}
      />
    </Card>
  )
}
