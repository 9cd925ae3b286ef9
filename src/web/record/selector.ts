import type { EnvironmentType } from '#contract/environment/environment-type.ts'

/** A selector as a form holds it. */
export interface EditedSelector {
  tags: string[]
  types: EnvironmentType[]
  name_pattern: string
}

/** A selector as its form begins. */
export const editedSelector = (
  selector:
    | { tags?: string[] | null; types?: EnvironmentType[] | null; name_pattern?: string | null }
    | null
    | undefined,
): EditedSelector => ({
  tags: selector?.tags ?? [],
  types: selector?.types ?? [],
  name_pattern: selector?.name_pattern ?? '',
})

/** Request body of a selector; null where it is empty. */
export function selectorBody({ tags, types, name_pattern }: EditedSelector) {
  const pattern = name_pattern.trim()
  const filters = {
    ...(tags.length > 0 && { tags }),
    ...(types.length > 0 && { types }),
    ...(pattern && { name_pattern: pattern }),
  }
  return Object.keys(filters).length > 0 ? filters : null
}
