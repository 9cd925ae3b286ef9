import { type SlotDocument, firstSlotOf } from '#domain/template/template-slots.ts'
import { reportCall } from '#web/pipeline/report-attestation.ts'
import { beginTrailCall } from '#web/pipeline/trail-calls.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

const example = { name: 'review', type: 'generic', artifact: null }

/** No attestation yet: how the first one of the template is reported. */
export default function FirstAttestation(props: {
  org: string
  flow: string
  template: SlotDocument | undefined
}) {
  const { org, flow, template } = props
  const slot = (template && firstSlotOf(template)) ?? example
  const target = { org, flow, trail: 'build-1', commit: null }
  const artifact = slot.artifact === null ? null : { name: slot.artifact, fingerprint: null }
  const call =
    reportCall({ ...target, name: slot.name, type: slot.type, artifact }) ??
    reportCall({ ...target, ...example })
  return (
    <FirstCard
      title="No attestation yet"
      remark="Each check of a build leaves one on its trail. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Begin a trail',
          call: beginTrailCall(org, flow),
        },
        {
          title: 'Report a check on it; this page then shows it automatically',
          call,
        },
      ]}
    />
  )
}
