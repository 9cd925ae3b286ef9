import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { unnamedArtifact } from '#domain/trail/trail-slots.ts'
import { qualifiersOfSlot } from '#domain/verdict/qualifiers.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'

type Named = Pick<Slot, 'target' | 'attestation_name'>

/** Target of slots: "Trail", or an artifact by its name. */
export function slotTargetLabel(target: string | null): string {
  if (target === null) return 'Trail'
  if (target === unnamedArtifact) return 'Artifacts without a name'
  const awaited = `@${unnamedArtifact}`
  return target.endsWith(awaited) ? `${target.slice(0, -awaited.length)}, other commits` : target
}

/** A slot beside others of its target. */
export const slotLabel = ({ attestation_name }: Named) => attestation_name ?? 'artifact itself'

/** A slot by itself: "api / unit-tests", "code-review". */
export function fullSlotLabel(slot: Named): string {
  return slot.target === null
    ? slotLabel(slot)
    : `${slotTargetLabel(slot.target)} / ${slotLabel(slot)}`
}

/** The verdict of a slot, with what carries it. */
export const verdictOfSlot = (slot: FilledSlot) => ({
  verdict: verdictOfState[slot.state],
  qualifiers: qualifiersOfSlot(slot),
})

/** Trouble of a trail, in one line: "scan and review fail; sbom is missing". */
export function troubleText(slots: readonly FilledSlot[]): string {
  const inState = (state: FilledSlot['state']) =>
    slots.filter((slot) => slot.state === state).map(fullSlotLabel)
  const [failing, missing] = [inState('NON-COMPLIANT'), inState('MISSING')]
  return [
    failing.length > 0 && `${listed(failing)} ${failing.length === 1 ? 'fails' : 'fail'}`,
    missing.length > 0 && `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
  ]
    .filter(Boolean)
    .join('; ')
}

const listed = (names: readonly string[]) =>
  names.length < 3 ? names.join(' and ') : `${names[0]}, ${names[1]} and ${names.length - 2} more`
