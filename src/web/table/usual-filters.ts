import * as z from 'zod/mini'
import { type ArchivedChoice, archivedChoices } from '#contract/common/archived.ts'
import { type ChoiceFilter, type Suggest, type TextFilter, oneOf } from './filter.ts'

/** A filter that may be repeated: one chip for each value, and one to add another. */
export function repeatedFilters(
  label: string,
  values: readonly string[] | null | undefined,
  onChange: (values: string[] | undefined) => void,
  { isExact = true, ...more }: Pick<TextFilter, 'hint' | 'isExact' | 'suggest'> = {},
): TextFilter[] {
  const set = values ?? []
  return [...set, undefined].map((value) => {
    const others = set.filter((one) => one !== value)
    return {
      kind: 'text',
      label,
      value,
      isExact,
      ...more,
      onChange: (next) => {
        const all = next === undefined ? others : [...others, next]
        onChange(all.length > 0 ? all : undefined)
      },
    }
  })
}

/** A filter for each tag that is asked for, all of which must match, and one to add another. */
export const tagFilters = (
  tags: readonly string[] | null | undefined,
  onChange: (tags: string[] | undefined) => void,
  suggest?: Suggest,
): TextFilter[] =>
  repeatedFilters('Tag', tags, onChange, {
    isExact: false,
    hint: 'key or key:value',
    ...(suggest && { suggest }),
  })

/** Parameter in the address of a list across flows: nothing where archived ones are left out. */
export const archivedFlowsSearch = {
  archived: z._default(z.enum(archivedChoices), 'exclude'),
}

/** Parameter for the service: it lists what lies in archived flows unless told otherwise. */
export const archivedOf = ({ archived }: { archived?: ArchivedChoice | undefined }) => ({
  archived: archived ?? 'exclude',
})

/** Adds what lies in archived flows to a list, or shows that alone. */
export const archivedFlowsFilter = (
  archived: ArchivedChoice | undefined,
  onChange: (archived: ArchivedChoice | undefined) => void,
): ChoiceFilter =>
  oneOf(
    'Archived flows',
    [
      { value: 'include', label: 'shown too' },
      { value: 'only', label: 'nothing else' },
    ],
    archived,
    onChange,
  )
