/** A space in the tree. */
export interface TreeSpace {
  id: string
  name: string
  /** Null at the top. */
  parent_id: string | null
}

/** A space with its path. */
export type SpaceWithLine<S extends TreeSpace> = S & {
  /** Spaces from the topmost to itself. */
  line: readonly S[]
}

/** Returns spaces with their paths, sorted by path: children come after their parent. */
export function withLines<S extends TreeSpace>(spaces: readonly S[]): SpaceWithLine<S>[] {
  const children = new Map<string | null, S[]>()
  for (const space of spaces) {
    children.set(space.parent_id, [...(children.get(space.parent_id) ?? []), space])
  }
  const below = (parent: string | null, line: readonly S[]): SpaceWithLine<S>[] =>
    (children.get(parent) ?? [])
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((space) => {
        const own = [...line, space]
        return [{ ...space, line: own }, ...below(space.id, own)]
      })
  return below(null, [])
}

/** Returns why a space may not move, or null: it would contain itself, or be nested too deeply. */
export function moveRefusal(
  spaces: readonly TreeSpace[],
  id: string,
  parentId: string | null,
  deepest: number,
): 'cycle' | 'too deep' | null {
  const placed = withLines(spaces)
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
