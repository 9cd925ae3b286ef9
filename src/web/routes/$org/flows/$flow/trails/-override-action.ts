import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import type { Trail } from '#contract/trail/trail.ts'
import { useRefusal } from '#web/api/permission.ts'
import { attestationIn } from '#web/domain-ui/drawer-steps.ts'
import type { SlotGroup } from '#web/trail/slots.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Goes to the form that overrides a slot of a trail: of the focused row, the only red one, or a choice. */
export function useOverrideAction(props: {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
}) {
  const { org, trail, groups } = props
  const navigate = useNavigate()
  const run = () => {
    const focused = attestationIn(document.activeElement?.closest('tr'))
    const slots = groups.flatMap((group) => group.slots.map((slot) => ({ group, slot })))
    const failing = slots.filter(({ slot }) => slot.verdict === 'non-compliant')
    const only = failing.length === 1 ? failing[0] : undefined
    const found = focused ? slots.find(({ slot }) => slot.attestationId === focused) : only
    const artifact = found?.group.artifact
    void navigate({
      to: '/$org/flows/$flow/trails/$trail/override',
      params: { org, flow: trail.flow.name, trail: trail.name },
      search: {
        ...(found && { attestation_name: found.slot.name }),
        ...(artifact?.fingerprint
          ? { artifact_fingerprint: artifact.fingerprint }
          : artifact && { target_artifacts: [artifact.name] }),
      },
    })
  }
  const label = 'Override'
  const icon = useRefusal('member') === null ? ArrowLeftRight : undefined
  useShortcuts([{ key: 'o', label, icon, run }])
  return { icon: ArrowLeftRight, label, hint: 'o', run }
}
