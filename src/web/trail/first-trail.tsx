import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'
import { beginTrailCall } from './calls.ts'

/** A flow without a trail: the call that begins the first. */
export function FirstTrail(props: { org: string; flow: string }) {
  return (
    <Card
      title="No trail yet"
      remark="Each run of this flow becomes a trail. CAIRN_KEY is your API key."
    >
      <FirstSteps
        steps={[
          {
            title: 'Begin a trail; this page then shows it by itself',
            content: <CallBox call={beginTrailCall(props.org, props.flow)} />,
          },
        ]}
      />
    </Card>
  )
}
