import type { EnvironmentSummary } from '#contract/environment/environment.ts'

/** A row of the list: an environment, or a member below the logical one that was opened. */
export interface Row {
  id: string
  org: string
  /** What is the same of both. */
  shown: NonNullable<EnvironmentSummary['members']>[number]
  /** The environment itself; null for a member. */
  own: EnvironmentSummary | null
  isOpen: boolean
}

/** The rows of a page, with the members of those that are open. */
export function rowsOf(page: readonly EnvironmentSummary[], open: ReadonlySet<string>): Row[] {
  return page.flatMap((own) => {
    const { org, name, members } = own
    const isOpen = open.has(name)
    const below = (isOpen && members) || []
    return [
      { id: name, org, shown: own, own, isOpen },
      // No environment has a space in its name.
      ...below.map((shown) => ({ id: `${name} ${shown.name}`, org, shown, own: null, isOpen })),
    ]
  })
}

/** The environment that a row stands for, by its id. */
export const nameOfRow = (id: string): string => id.slice(id.indexOf(' ') + 1)
