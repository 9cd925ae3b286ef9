import type { ReactNode } from 'react'
import type { Trail } from '#contract/trail/trail.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { reportExpectedCall, reportSlotCall } from '#web/pipeline/trail-calls.ts'
import type { useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import {
  type Slot,
  type SlotGroup,
  describeAll,
  describeTrouble,
  qualifiersWith,
} from '#web/trail/slots.ts'
import type { WhyGroup } from '#web/verdict/slots-why.tsx'
import { DrawerRoom } from '#web/ui/drawer-slot.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useWhyPanel } from '#web/verdict/use-why-panel.ts'

const SlotsWhy = lazyPart(() => import('#web/verdict/slots-why.tsx'), <DrawerRoom />)

type Found = ReturnType<typeof useEvidenceSummaries>

/** The panel that explains a trail's verdict, if the address asks, and on paper. */
export function TrailWhy(props: {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
  found: Found
  /** Pending request about a slot. */
  renderRequest: (group: SlotGroup, slot: Slot) => ReactNode
}) {
  const { org, trail, groups, found, renderRequest } = props
  const { why, steps } = useWhyPanel()
  const isPrinted = useMediaQuery('print')
  usePreload(SlotsWhy)
  if (!why && !isPrinted) return null
  return (
    <SlotsWhy
      trouble={describeTrouble(groups, found)}
      counts={describeAll(groups)}
      root={{
        kind: 'Trail',
        name: trail.name,
        verdict: verdictOfState[trail.compliance_state],
        qualifiers: qualifiersWith(found, trail),
      }}
      scope={{ org, flow: trail.flow.name, trail: trail.name }}
      groups={groups.map((group) => whyGroup({ org, trail, found, renderRequest }, group))}
      steps={steps}
      record={trail}
    />
  )
}

function whyGroup(
  { org, trail, found, renderRequest }: Omit<Parameters<typeof TrailWhy>[0], 'groups'>,
  group: SlotGroup,
): WhyGroup {
  const { key, artifact, slots } = group
  const isArchived = trail.flow.archived_at !== null
  const isMissing = artifact !== null && artifact.fingerprint === null
  return {
    key,
    kind: artifact ? 'Artifact' : 'Trail',
    name: artifact?.name ?? trail.name,
    missing: isMissing
      ? { call: isArchived ? null : reportExpectedCall(org, trail, artifact.name) }
      : null,
    fingerprint: artifact?.fingerprint ?? null,
    slots: slots.map((slot) => ({
      ...slot,
      request: renderRequest(group, slot),
      expired: found.get(slot.attestationId ?? '')?.expired ?? null,
      call: isArchived ? null : reportSlotCall(org, trail, { ...slot, artifact }),
    })),
  }
}
