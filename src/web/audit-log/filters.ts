import type { Filter, TextFilter } from '#web/table/filter.ts'
import { groupLabels, kindLabels, objectLabels, resultLabels } from './kind-labels.ts'
import type { AuditFilters } from './queries.ts'

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const actions = optionsOf(kindLabels).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** The filters of the audit log as chips. */
export function auditFilters(
  filters: AuditFilters,
  narrow: (change: {
    [K in keyof AuditFilters]?: K extends 'action' | 'group' ? string[] | undefined : unknown
  }) => void,
): Filter[] {
  const exact = (label: string, name: 'actor' | 'object', hint: string): TextFilter => ({
    kind: 'text',
    label,
    hint,
    isExact: true,
    value: filters[name],
    onChange: (value) => narrow({ [name]: value }),
  })
  const { range, from, to } = filters
  return [
    {
      kind: 'time',
      label: 'Time',
      value: { range, from_timestamp: from, to_timestamp: to },
      onChange: ({ range, from_timestamp: from, to_timestamp: to }) => narrow({ range, from, to }),
    },
    {
      kind: 'choice',
      label: 'About',
      isMultiple: true,
      options: optionsOf(groupLabels),
      selected: filters.group ?? [],
      onChange: (group) => narrow({ group: group.length > 0 ? group : undefined }),
    },
    exact('Actor', 'actor', 'A person, a service account or the label of a key'),
    {
      kind: 'choice',
      label: 'Action',
      isMultiple: true,
      options: actions,
      selected: filters.action ?? [],
      onChange: (action) => narrow({ action: action.length > 0 ? action : undefined }),
    },
    {
      kind: 'choice',
      label: 'Kind of object',
      isMultiple: false,
      options: optionsOf(objectLabels),
      selected: filters.object_type ? [filters.object_type] : [],
      onChange: ([object_type]) => narrow({ object_type }),
    },
    exact('Object', 'object', 'Its whole name; of a trail flow/trail'),
    {
      kind: 'choice',
      label: 'Result',
      isMultiple: false,
      options: optionsOf(resultLabels),
      selected: filters.result ? [filters.result] : [],
      onChange: ([result]) => narrow({ result }),
    },
  ]
}
