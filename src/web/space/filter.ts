import { useQuery } from '@tanstack/react-query'
import type { ChoiceFilter } from '../table/filter.ts'
import { pathOf } from './path.ts'
import { spacesQuery } from './queries.ts'

/**
 * Narrows a list to what is in some spaces, where there are any. Unknown ones in an address stay in
 * it, and can be taken away.
 */
export function useSpaceFilter(
  org: string,
  asked: readonly string[] | null | undefined,
  onChange: (ids: string[] | undefined) => void,
): ChoiceFilter[] {
  const { data: spaces = [] } = useQuery(spacesQuery(org))
  const selected = asked ?? []
  const unknown = selected.filter((id) => !spaces.some((space) => space.id === id))
  const options = [
    ...spaces.map((space) => ({ value: space.id, label: pathOf(space) })),
    ...unknown.map((id) => ({ value: id, label: id })),
  ]
  if (options.length === 0) return []
  return [
    {
      kind: 'choice',
      label: 'Space',
      isMultiple: true,
      options,
      selected,
      onChange: (ids) => onChange(ids.length > 0 ? ids : undefined),
    },
  ]
}
