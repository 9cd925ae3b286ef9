import type { ArtifactDetail, ArtifactSlot } from '#contract/artifact/artifact.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import {
  describeSlots,
  describeTrouble,
  qualifiersWith,
  verdictOfSlot,
} from '#web/artifact/slots.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { RequestLink, isAboutSubject, useTrailRequests } from '#web/override/request-marks.tsx'
import type { useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import type { PipelineCall } from '#web/ui/call-form.ts'
import type { WhyGroup } from '#web/verdict/slots-why.tsx'
import { DrawerRoom } from '#web/ui/drawer-slot.tsx'
import { useWhyPanel } from '#web/verdict/use-why-panel.ts'

const SlotsWhy = lazyPart(() => import('#web/verdict/slots-why.tsx'), <DrawerRoom />)

/** The panel that explains an artifact's verdict in its flow, if the address asks. */
export function ArtifactSlotsWhy(props: {
  org: string
  detail: ArtifactDetail
  found: ReturnType<typeof useEvidenceSummaries>
  /** The call that reports what a slot wants; null without one. */
  callFor: (slot: ArtifactSlot) => PipelineCall | null
}) {
  const { detail, found } = props
  const { artifact, slots } = detail
  const { why, steps } = useWhyPanel()
  usePreload(SlotsWhy)
  const { flow_name: flow, trail_name: trail } = artifact
  const requests = useTrailRequests(props.org, flow, trail)
  if (!why) return null
  const requestFor = (slot: ArtifactSlot) =>
    requests.find((one) =>
      isAboutSubject(one, {
        name: slot.attestation_name,
        fingerprint: slot.scope === 'artifact' ? artifact.fingerprint : null,
        artifacts:
          slot.scope === 'artifact' ? [artifact.template_reference_name ?? artifact.filename] : [],
      }),
    )
  const groupOf = (scope: ArtifactSlot['scope']): WhyGroup => ({
    key: scope,
    kind: scope === 'artifact' ? 'Artifact' : 'Trail',
    name: scope === 'artifact' ? artifact.filename : (artifact.trail_name ?? 'none'),
    missing: null,
    fingerprint: scope === 'artifact' ? artifact.fingerprint : null,
    slots: slots
      .filter((slot) => slot.scope === scope)
      .map((slot, index) => ({ slot, index, request: requestFor(slot) }))
      .map(({ slot, index, request }) => ({
        key: `${scope}/${index}`,
        name: slot.attestation_name,
        type: slot.attestation_type,
        verdict: verdictOfSlot(slot),
        isUnexpected: slot.unexpected,
        isOverridden: slot.is_override === true,
        expired: found.get(slot.attestation_id ?? '')?.expired ?? null,
        attestationId: slot.attestation_id,
        reportedAt: slot.created_at,
        call: props.callFor(slot),
        request: request && <RequestLink org={props.org} request={request} />,
      })),
  })
  const groups = [groupOf('artifact'), groupOf('trail')].filter((one) => one.slots.length > 0)
  return (
    <SlotsWhy
      trouble={describeTrouble(slots, found)}
      counts={describeSlots(slots)}
      root={{
        kind: 'Artifact',
        name: artifact.filename,
        verdict: verdictOfState[artifact.state],
        qualifiers: qualifiersWith(found, slots),
      }}
      scope={{ org: props.org, flow: artifact.flow_name, trail: artifact.trail_name }}
      groups={groups}
      steps={steps}
      record={detail}
    />
  )
}
