import { Checkbox } from '#web/ui/checkbox.tsx'

/** Rows that are chosen for an action, by their ids. */
export interface RowSelection<Row> {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  /** What a row is called, for its box. */
  nameOf: (row: Row) => string
  /** Why a row cannot be chosen; null where it can. */
  refusalOf?: (row: Row) => string | null
}

/** In pixels. */
export const selectWidth = 40

/** The box in the head of a table: all rows of this page, or none. */
export function SelectAll<Row>(props: {
  rows: readonly Row[]
  rowId: (row: Row) => string
  selection: RowSelection<Row>
}) {
  const { ids, onChange, refusalOf } = props.selection
  const all = props.rows.filter((row) => !refusalOf?.(row)).map(props.rowId)
  const isAll = all.length > 0 && all.every((id) => ids.has(id))
  // What is chosen on other pages stays.
  const elsewhere = [...ids].filter((id) => !all.includes(id))
  return (
    <th scope="col" role="columnheader">
      <Checkbox
        aria-label="Select all on this page"
        checked={isAll}
        isSome={!isAll && ids.size > elsewhere.length}
        onChange={() => onChange(new Set(isAll ? elsewhere : [...elsewhere, ...all]))}
      />
    </th>
  )
}

/** The box of a row; the key x presses it. On phones rows are cards and are not selected. */
export function SelectRow<Row>(props: { row: Row; id: string; selection: RowSelection<Row> }) {
  const { ids, onChange, nameOf, refusalOf } = props.selection
  const refusal = refusalOf?.(props.row) ?? undefined
  const toggle = () => {
    const next = new Set(ids)
    if (!next.delete(props.id)) next.add(props.id)
    onChange(next)
  }
  return (
    <td role="cell" className="max-md:hidden">
      <Checkbox
        data-row-select
        disabled={refusal !== undefined}
        title={refusal}
        aria-label={`Select ${nameOf(props.row)}`}
        checked={ids.has(props.id)}
        onChange={toggle}
      />
    </td>
  )
}
