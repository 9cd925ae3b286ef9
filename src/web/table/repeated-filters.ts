import type { TextFilter } from './filter.ts'

/** A filter that may be repeated: one chip for each value, and one to add another. */
export function repeatedFilters(
  label: string,
  values: readonly string[],
  onChange: (values: string[] | undefined) => void,
): TextFilter[] {
  return [...values, undefined].map((value) => {
    const others = values.filter((one) => one !== value)
    return {
      kind: 'text',
      label,
      value,
      isExact: true,
      onChange: (next) => {
        const all = next === undefined ? others : [...others, next]
        onChange(all.length > 0 ? all : undefined)
      },
    }
  })
}
