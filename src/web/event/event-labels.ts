import type { LoggedEvent } from '#contract/event/event.ts'
import { durationOf } from '#web/ui/time-text.ts'

type Type = LoggedEvent['type']
type Silence = NonNullable<LoggedEvent['silence']>

const kinds: Record<Type, string> = {
  'started-compliant': 'Started',
  'started-non-compliant': 'Started',
  started: 'Started',
  changed: 'Other verdict',
  'updated-provenance': 'New evidence',
  exited: 'Exited',
  scaled: 'Scaled',
  'fell-silent': 'Fell silent',
  'reported-again': 'Reported again',
}

/** Name of an event; an exit and a start that are one change have one name. */
export const kindOfEvent = ({ type, replaced, replaced_by }: LoggedEvent) =>
  replaced || replaced_by ? 'Replaced' : kinds[type]

/** Kinds of events that a log can be narrowed to, and the types that each stands for. */
export const kindChoices: readonly { value: string; label: string; types: readonly Type[] }[] = [
  {
    value: 'started',
    label: 'Started',
    types: ['started', 'started-compliant', 'started-non-compliant'],
  },
  { value: 'exited', label: 'Exited', types: ['exited'] },
  { value: 'changed', label: 'Other verdict', types: ['changed', 'updated-provenance'] },
  { value: 'fell-silent', label: 'Fell silent', types: ['fell-silent'] },
  { value: 'reported-again', label: 'Reported again', types: ['reported-again'] },
  { value: 'scaled', label: 'Scaled', types: ['scaled'] },
]

/** A silence in words: "no report for 4 h, its interval", or "after 12 h without a report". */
export function silenceText({ from, to, last_reported_at }: Silence, isBegin: boolean): string {
  if (isBegin) return `no report for ${durationOf(from - last_reported_at)}, its interval`
  return `after ${durationOf((to ?? from) - last_reported_at)} without a report`
}

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

/** That nothing precedes an empty window: of all environments, only active ones are looked at. */
export const noneBeforeText = (isOfActive: boolean): string =>
  `There was none before, either${isOfActive ? ', in environments that are active' : ''}.`
