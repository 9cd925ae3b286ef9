/** A space as its tree knows it. */
export interface TreeSpace {
  id: string
  name: string
  /** Null at the top. */
  parent_id: string | null
}

/** A space with where it stands. */
export type PlacedSpace<S extends TreeSpace> = S & {
  /** Spaces from the top down to itself. */
  line: readonly S[]
}

/** Where each space stands, in the order of their paths: what is in a space comes after it. */
export function placeSpaces<S extends TreeSpace>(spaces: readonly S[]): PlacedSpace<S>[] {
  const children = new Map<string | null, S[]>()
  for (const space of spaces) {
    children.set(space.parent_id, [...(children.get(space.parent_id) ?? []), space])
  }
  const below = (parent: string | null, line: readonly S[]): PlacedSpace<S>[] =>
    (children.get(parent) ?? [])
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((space) => {
        const own = [...line, space]
        return [{ ...space, line: own }, ...below(space.id, own)]
      })
  return below(null, [])
}

/** Why a space may not move, or null: it cannot be in itself, nor make a line that is too deep. */
export function moveRefusal(
  spaces: readonly TreeSpace[],
  id: string,
  parentId: string | null,
  deepest: number,
): 'cycle' | 'too deep' | null {
  const placed = placeSpaces(spaces)
  const lineOf = (wanted: string) => placed.find((space) => space.id === wanted)?.line ?? []
  const above = parentId === null ? [] : lineOf(parentId)
  if (above.some((space) => space.id === id)) return 'cycle'
  const depth = lineOf(id).length
  const deepestBelow = Math.max(
    ...placed
      .filter(({ line }) => line.some((one) => one.id === id))
      .map(({ line }) => line.length),
    depth,
  )
  return above.length + 1 + (deepestBelow - depth) > deepest ? 'too deep' : null
}
