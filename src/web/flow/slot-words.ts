import type { Slot } from '#contract/trail/slot.ts'
import { unnamedArtifact } from '#domain/trail/trail-slots.ts'

type Named = Pick<Slot, 'target' | 'attestation_name'>

/** What slots belong to: "Trail", or an artifact by its name. */
export function targetWords(target: string | null): string {
  if (target === null) return 'Trail'
  if (target === unnamedArtifact) return 'Artifacts without a name'
  const awaited = `@${unnamedArtifact}`
  return target.endsWith(awaited) ? `${target.slice(0, -awaited.length)}, other commits` : target
}

/** A slot beside others of its target. */
export const slotWords = ({ attestation_name }: Named) => attestation_name ?? 'artifact itself'

/** A slot by itself: "api / unit-tests", "code-review". */
export function fullSlotWords(slot: Named): string {
  return slot.target === null ? slotWords(slot) : `${targetWords(slot.target)} / ${slotWords(slot)}`
}
