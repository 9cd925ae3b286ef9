import type { ChoiceFilter } from './filter.ts'

/** Turns a list from what is in use to what was archived. */
export const archivedFilter = (
  isArchived: boolean | undefined,
  onChange: (archived: true | undefined) => void,
): ChoiceFilter => ({
  kind: 'choice',
  label: 'State',
  isMultiple: false,
  options: [{ value: 'archived', label: 'archived' }],
  selected: isArchived ? ['archived'] : [],
  onChange: ([value]) => onChange(value ? true : undefined),
})
