import type { FilledSlot, SlotRank } from '#contract/slot.ts'
import { addTo } from './artifact-evidence.ts'
import { type RecordedVerdict, repairOf } from './repair.ts'
import { slotKey } from './trail-slots.ts'

/** A trail as the ranking looks at it. */
export interface RankedTrail {
  name: string
  /** Unix seconds. */
  created_at: number
  slots: readonly FilledSlot[]
}

/** An attestation on record, with the slot that it is for. */
export interface SlotRecord extends RecordedVerdict {
  target: string | null
  attestation_name: string
}

type Counted = Pick<SlotRank, 'runs' | 'failing' | 'missing' | 'last_failing'> & {
  slot: FilledSlot
}

/**
 * What to repair first (product.md 3.3): slots by how many trails they fail in, then by how many
 * they are missing from. Trails come newest first, records oldest first.
 */
export function rankSlots(
  trails: readonly RankedTrail[],
  records: readonly SlotRecord[],
): SlotRank[] {
  const recordsOf = new Map<string, SlotRecord[]>()
  for (const record of records) addTo(recordsOf, slotKey(record), record)
  return [...countSlots(trails)]
    .map(([key, { slot, ...counts }]): SlotRank => ({
      target: slot.target,
      attestation_name: slot.attestation_name,
      attestation_type: slot.attestation_type,
      ...counts,
      share: counts.runs === 0 ? null : counts.failing / counts.runs,
      ...repairOf(recordsOf.get(key) ?? []),
    }))
    .sort((a, b) => b.failing - a.failing || b.missing - a.missing || byName(a, b))
}

function countSlots(trails: readonly RankedTrail[]): Map<string, Counted> {
  const all = new Map<string, Counted>()
  for (const trail of trails) {
    for (const slot of trail.slots) {
      const counted = all.get(slotKey(slot)) ?? {
        slot,
        runs: 0,
        failing: 0,
        missing: 0,
        last_failing: null,
      }
      all.set(slotKey(slot), counted)
      if (slot.state === 'MISSING') counted.missing += 1
      else counted.runs += 1
      if (slot.state !== 'NON-COMPLIANT') continue
      counted.failing += 1
      counted.last_failing ??= {
        trail_name: trail.name,
        attestation_id: slot.attestation_id,
        created_at: trail.created_at,
      }
    }
  }
  return all
}

function byName(a: SlotRank, b: SlotRank): number {
  const [left, right] = [slotKey(a), slotKey(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
