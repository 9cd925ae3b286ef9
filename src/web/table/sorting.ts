/** What the URL says of an order: nothing where it is the usual one. */
interface SortSearch<Column extends string> {
  sort: Column | undefined
  sort_direction: 'desc' | undefined
}

/**
 * What pressing the heading of a column asks for; pressing it again turns the order round.
 * The first column is the usual order; those of `fromTheEnd` begin at the newest.
 */
export function toggleSort<Column extends string>(
  columns: readonly Column[],
  pressed: string,
  now: { by: string; direction: 'asc' | 'desc' },
  fromTheEnd: readonly Column[] = [],
): SortSearch<Column> {
  const column = columns.find((one) => one === pressed)
  if (!column) return { sort: undefined, sort_direction: undefined }
  const isDescending = column === now.by ? now.direction === 'asc' : fromTheEnd.includes(column)
  return {
    sort: column === columns[0] ? undefined : column,
    sort_direction: isDescending ? 'desc' : undefined,
  }
}
