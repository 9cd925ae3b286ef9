import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'

/** A slot, as far as the health of a whole rests on it. */
export interface SoundSlot {
  name: string
  isUnexpected: boolean
  isOverridden: boolean
  /** How old its evidence is, where that is more than the organization allows. */
  expired: ExpiredAge | null
}

/** "container-scan and 2 more". */
const named = ([first, ...others]: readonly SoundSlot[]) =>
  `${first?.name}${others.length > 0 ? ` and ${others.length} more` : ''}`

/**
 * Describes in a sentence the evidence of slots that all comply: evidence alone, or old evidence
 * and overrides, by name and with the counts.
 */
export function healthOf(slots: readonly SoundSlot[], counts: string): string {
  const expired = slots.filter((slot) => slot.expired)
  const overridden = slots.filter(({ isOverridden }) => isOverridden)
  if (expired.length === 0 && overridden.length === 0) return soundText(slots, counts)
  const age = expired.length > 0 ? `, evidence expired on ${named(expired)}` : ''
  const by = overridden.length > 0 ? ` by override of ${named(overridden)}` : ''
  return `Compliant${age}${age && by && ', and'}${by}: ${counts}.`
}

function soundText(slots: readonly SoundSlot[], counts: string): string {
  const expected = slots.filter(({ isUnexpected }) => !isUnexpected).length
  if (expected === 0) return `Compliant: ${counts}.`
  return expected === 1
    ? 'The one expected attestation is compliant.'
    : `All ${expected} expected attestations are compliant.`
}
