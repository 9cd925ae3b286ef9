import type { FilledSlot, SlotRank } from '#contract/trail/slot.ts'
import { medianOf } from '#domain/common/statistics.ts'
import { addTo } from './artifact-evidence.ts'
import { slotKey } from './trail-slots.ts'

/** A recorded verdict. */
interface RecordedVerdict {
  /** Unix seconds. */
  at: number
  is_compliant: boolean
}

/** Failures and repairs of a check. */
interface Repair {
  /** Seconds; null if nothing was repaired. */
  median_time_to_fix: number | null
  /** Unix seconds of the first of the latest failures in a row; null if it passes. */
  failing_since: number | null
  failing_in_a_row: number
}

/**
 * Evaluates the verdicts of one check, oldest first: a failure lasts from its first non-compliant
 * verdict to the next compliant one. An unrepaired one counts for `failing_since`, not the median.
 */
export function repairOf(records: readonly RecordedVerdict[]): Repair {
  const times: number[] = []
  let since: number | null = null
  let inARow = 0
  for (const { at, is_compliant } of records) {
    if (!is_compliant) {
      since ??= at
      inARow += 1
    } else {
      if (since !== null) times.push(at - since)
      since = null
      inARow = 0
    }
  }
  const median_time_to_fix = times.length > 0 ? medianOf(times) : null
  return { median_time_to_fix, failing_since: since, failing_in_a_row: inARow }
}

/** A trail with the fields that the ranking uses. */
interface RankedTrail {
  name: string
  /** Unix seconds. */
  created_at: number
  slots: readonly FilledSlot[]
}

/** A recorded verdict with its slot. */
export interface SlotRecord extends RecordedVerdict {
  target: string | null
  attestation_name: string
}

type Counted = Pick<SlotRank, 'runs' | 'failing' | 'missing' | 'last_failing'> & {
  slot: FilledSlot
}

/**
 * Ranks slots by the number of trails in which they fail, then by those in which they are missing.
 * Trails are given newest first, records oldest first.
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
