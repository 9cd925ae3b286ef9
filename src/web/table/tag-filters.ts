import type { TextFilter } from './filter.ts'

/** A filter for each tag that is asked for, all of which must match, and one to add another. */
export function tagFilters(
  tags: readonly string[],
  onChange: (tags: string[]) => void,
): TextFilter[] {
  return [...tags, undefined].map((tag) => {
    const others = tags.filter((one) => one !== tag)
    return {
      kind: 'text',
      label: 'Tag',
      value: tag,
      hint: 'key or key:value',
      onChange: (value) => onChange(value === undefined ? others : [...others, value]),
    }
  })
}
