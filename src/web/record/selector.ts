import type { EnvironmentType } from '#contract/environment/environment-type.ts'

/** A selector as a form holds it. */
export interface EditedSelector {
  /** Apart by commas. */
  tags: string
  types: EnvironmentType[]
  name_pattern: string
}

/** Words of a text, apart by commas. */
export const listOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** A selector as its form begins. */
export const editedSelector = (
  selector:
    | { tags?: string[] | null; types?: EnvironmentType[] | null; name_pattern?: string | null }
    | null
    | undefined,
): EditedSelector => ({
  tags: selector?.tags?.join(', ') ?? '',
  types: selector?.types ?? [],
  name_pattern: selector?.name_pattern ?? '',
})

/** What a selector asks for; null where it asks for nothing. */
export function selectorBody({ tags, types, name_pattern }: EditedSelector) {
  const pattern = name_pattern.trim()
  const keys = listOf(tags)
  const asked = {
    ...(keys.length > 0 && { tags: keys }),
    ...(types.length > 0 && { types }),
    ...(pattern && { name_pattern: pattern }),
  }
  return Object.keys(asked).length > 0 ? asked : null
}
