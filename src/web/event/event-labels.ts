import type { LoggedEvent } from '#contract/event/event.ts'

type Type = LoggedEvent['type']

const kinds: Record<Type, string> = {
  'started-compliant': 'Started',
  'started-non-compliant': 'Started',
  started: 'Started',
  changed: 'Other verdict',
  'updated-provenance': 'New evidence',
  exited: 'Exited',
  scaled: 'Scaled',
}

/** What an event is called; an exit and a start that are one change have one name. */
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
  { value: 'scaled', label: 'Scaled', types: ['scaled'] },
]
