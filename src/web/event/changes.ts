import type { LoggedEvent } from '#contract/event/event.ts'

/** The rows of a log: an exit goes into the start that took its place, where both are there. */
export function changesOf(events: readonly LoggedEvent[]) {
  const ids = new Set(events.map(({ event_id }) => event_id))
  const rows = new Map<string, string>()
  for (const { event_id, replaced_by } of events) {
    if (replaced_by && ids.has(replaced_by.event_id)) rows.set(event_id, replaced_by.event_id)
  }
  return {
    changes: events.filter(({ event_id }) => !rows.has(event_id)),
    /** The row in which an event is told: its own, or that of what replaced it. */
    rowOf: (id: string | undefined) => (id === undefined ? undefined : (rows.get(id) ?? id)),
  }
}
