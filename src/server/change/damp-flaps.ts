import { findFlaps } from '#domain/flap.ts'
import type { ToTell } from '../notification/event-queries.ts'
import type { HeldDelivery } from '../notification/outbox-queries.ts'

/**
 * Verdict changes that come to nothing: new ones, and held ones that are taken back.
 * @param rows oldest first; those of one event and notification stand for its targets
 */
export function dampFlaps(
  rows: readonly ToTell[],
  held: readonly HeldDelivery[],
): { merged: Set<ToTell>; takenBack: string[] } {
  const merged = new Set<ToTell>()
  const takenBack: string[] = []
  const changes = new Map<string, Map<string, Change>>()
  const changeOf = (one: ToTell | HeldDelivery): Change => {
    const place = `${one.notification_id} ${one.environment_id}`
    const known = changes.get(place) ?? new Map<string, Change>()
    changes.set(place, known)
    const { recorded_at: at, trigger, merge_seconds: seconds } = one
    const change = known.get(one.event_id) ?? { at, trigger, seconds, rows: [], held: [] }
    known.set(one.event_id, change)
    return change
  }
  for (const one of held) changeOf(one).held.push(one.id)
  for (const row of rows) {
    const isVerdict = row.trigger === 'ON_COMPLIANT_ENV' || row.trigger === 'ON_NON_COMPLIANT_ENV'
    if (row.merge_seconds > 0 && isVerdict) changeOf(row).rows.push(row)
  }
  for (const known of changes.values()) {
    const all = [...known.values()]
    for (const index of findFlaps(all, all[0]?.seconds ?? 0)) {
      for (const row of all[index]?.rows ?? []) merged.add(row)
      takenBack.push(...(all[index]?.held ?? []))
    }
  }
  return { merged, takenBack }
}

/** A verdict change of an environment as one notification sees it. */
interface Change {
  at: number
  trigger: ToTell['trigger']
  seconds: number
  rows: ToTell[]
  held: string[]
}
