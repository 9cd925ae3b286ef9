import type { SortingState } from '@tanstack/react-table'

/** Order of a table that the service sorts by one of its columns. */
export interface Sorting {
  state: SortingState
  onChange: (state: SortingState) => void
}

/** Order in the URL: nothing where it is the usual one. */
interface SortSearch<Column extends string> {
  sort: Column | undefined
  sort_direction: 'desc' | undefined
}

/** The order of a list in its search: by the first of the columns unless the URL says another. */
export function sortingOf<Column extends string>(
  list: {
    search: { sort?: Column | null | undefined; sort_direction?: 'asc' | 'desc' | null | undefined }
    narrow: (change: SortSearch<Column>) => void
  },
  columns: readonly [Column, ...Column[]],
): Sorting & { by: Column } {
  const [defaultColumn] = columns
  const by = list.search.sort ?? defaultColumn
  return {
    by,
    state: [{ id: by, desc: list.search.sort_direction === 'desc' }],
    onChange([sorted]) {
      const column = columns.find((one) => one === sorted?.id)
      list.narrow({
        sort: column === defaultColumn ? undefined : column,
        sort_direction: column && sorted?.desc ? 'desc' : undefined,
      })
    },
  }
}
