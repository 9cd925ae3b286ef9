import { useQuery } from '@tanstack/react-query'
import { listEnvironmentSummaries } from '#contract/environment/environment-list.ts'
import { listFlowSummaries } from '#contract/flow/flow.ts'
import { type Space, getSpace, listSpaces } from '#contract/space/space.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import type { QueryOf } from '#web/api/list-query.ts'
import { type ChoiceFilter, anyOf } from '#web/table/filter.ts'

/** All spaces, in the order of their paths. */
export const spacesQuery = (org: string) => endpointQuery(listSpaces, { org })

/** A space with what is directly in it. */
export const spaceQuery = (org: string, space_id: string) =>
  endpointQuery(getSpace, { org, space_id })

const first = { page: 1, per_page: 50 }

/** Records by name, each with the space that it is in. */
interface Named {
  data: { name: string; space_id: string | null }[]
  pagination: { total: number }
}

/** The first flows or environments, by name, whose name holds a text. */
export function namedQuery(
  org: string,
  kind: 'flows' | 'environments',
  name: string,
): QueryOf<Named> {
  const query = { name, ...first }
  return kind === 'flows'
    ? endpointQuery(listFlowSummaries, { org }, query)
    : endpointQuery(listEnvironmentSummaries, { org }, query)
}

/**
 * Narrows a list to what is in some spaces, where there are any. Unknown ones in an address stay in
 * it, and can be taken away.
 */
export function useSpaceFilter(org: string) {
  const { data: spaces = [] } = useQuery(spacesQuery(org))
  return (
    spaceIds: readonly string[] | null | undefined,
    onChange: (ids: string[] | undefined) => void,
  ): ChoiceFilter[] => spaceFilter(spaces, spaceIds, onChange)
}

function spaceFilter(
  spaces: readonly Space[],
  spaceIds: readonly string[] | null | undefined,
  onChange: (ids: string[] | undefined) => void,
): ChoiceFilter[] {
  const selected = spaceIds ?? []
  const unknown = selected.filter((id) => !spaces.some((space) => space.id === id))
  const options = [
    ...spaces.map((space) => ({ value: space.id, label: pathOf(space) })),
    ...unknown.map((id) => ({ value: id, label: id })),
  ]
  if (options.length === 0) return []
  return [anyOf('Space', options, selected, onChange)]
}

/** "Payments / Cards": names of spaces hold no slash. */
export const pathOf = ({ path }: Pick<Space, 'path'>) => path.join(' / ')
