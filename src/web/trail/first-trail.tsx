import { FirstCard } from '#web/ui/first-steps.tsx'
import { beginTrailCall } from '#web/pipeline/trail-calls.ts'

/** A flow without a trail: the call that begins the first. */
export default function FirstTrail(props: { org: string; flow: string }) {
  return (
    <FirstCard
      title="No trail yet"
      remark="Each run of this flow becomes a trail. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Begin a trail; this page then shows it automatically',
          call: beginTrailCall(props.org, props.flow),
        },
      ]}
    />
  )
}
