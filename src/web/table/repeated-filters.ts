import type { Suggest, TextFilter } from './filter.ts'

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
