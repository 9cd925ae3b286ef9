import { Suspense } from 'react'
import type { Trail } from '#contract/trail/trail.ts'
import { qualifiersOfTrail } from '#domain/verdict/qualifiers.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { healthOf } from '#web/domain-ui/health-text.ts'
import { verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { reportExpectedCall, reportSlotCall } from '#web/pipeline/trail-calls.ts'
import { type SlotGroup, describeAll, describeTrouble } from '#web/trail/slots.ts'
import type { WhyGroup } from '#web/verdict/slots-why.tsx'
import { useWhyPanel } from '#web/verdict/use-why-panel.ts'

const SlotsWhy = lazyPart(() => import('#web/verdict/slots-why.tsx'))

/** The panel that explains a trail's verdict, if the address asks. */
export function TrailWhy(props: { org: string; trail: Trail; groups: readonly SlotGroup[] }) {
  const { org, trail, groups } = props
  const { why, steps } = useWhyPanel()
  if (!why) return null
  const verdict = verdictOfState[trail.compliance_state]
  const word = verdicts[verdict].label.toLowerCase()
  const overridden = groups.flatMap(({ slots }) =>
    slots.flatMap(({ isOverridden, name }) => (isOverridden ? [name] : [])),
  )
  return (
    <Suspense>
      <SlotsWhy
        title={`Why is ${trail.name} ${word}?`}
        sentence={`${describeTrouble(groups) ?? healthOf(overridden)}: ${describeAll(groups)}.`}
        root={{
          kind: 'Trail',
          name: trail.name,
          verdict,
          qualifiers: qualifiersOfTrail(trail.compliance_status),
        }}
        place={{ org, flow: trail.flow.name, trail: trail.name }}
        groups={groups.map((group) => whyGroup(org, trail, group))}
        steps={steps}
        record={trail}
      />
    </Suspense>
  )
}

function whyGroup(org: string, trail: Trail, { key, artifact, slots }: SlotGroup): WhyGroup {
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
      call: isArchived ? null : reportSlotCall(org, trail, { ...slot, artifact }),
    })),
  }
}
