/** Whose turn an item is. */
export interface Owner {
  /** Organizations take turns. */
  organization: string
  /**
   * Unit that takes turns within an organization: a type of attestation, or a person who tries one.
   */
  type: string
}

/** A queue whose owners take turns, an item each: one that had a turn is last in the next round. */
export class Turns<Item> {
  /** Items by organization and type; the next turn comes first. */
  readonly #waiting = new Map<string, Map<string, Item[]>>()

  /** Appends an item to those of its owner. */
  add({ organization, type }: Owner, item: Item): void {
    const types = this.#waiting.get(organization) ?? new Map<string, Item[]>()
    this.#waiting.set(organization, types.set(type, [...(types.get(type) ?? []), item]))
  }

  /**
   * Removes the next item, of an organization that is not in `busy`: that one keeps its place.
   * @returns null when there is none
   */
  take(busy: ReadonlySet<string> = new Set()): { organization: string; item: Item } | null {
    for (const [organization, types] of this.#waiting) {
      if (busy.has(organization)) continue
      for (const [type, [item, ...others]] of types) {
        types.delete(type)
        if (others.length > 0) types.set(type, others)
        this.#waiting.delete(organization)
        if (types.size > 0) this.#waiting.set(organization, types)
        if (item !== undefined) return { organization, item }
      }
    }
    return null
  }
}
