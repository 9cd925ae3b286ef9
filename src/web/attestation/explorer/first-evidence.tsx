import { reportCall } from '#web/pipeline/report-attestation.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

/** No attestation in active flows yet: the call that reports the first one. */
export default function FirstEvidence(props: { org: string }) {
  const call = reportCall({
    org: props.org,
    flow: 'my-flow',
    trail: 'my-trail',
    commit: null,
    name: 'review',
    type: 'generic',
    artifact: null,
  })
  return (
    <FirstCard
      title="No attestations in active flows yet"
      answer="An attestation is the record of one check: tests, a review, a scan. It stands on a trail of a flow."
      steps={[
        {
          title: 'Report a check; the flow and the trail are made with it. CAIRN_KEY is your key',
          call,
        },
      ]}
    />
  )
}
