import type { Columns } from './column-definitions.ts'

/** Which rows are chosen for an action, by their ids. */
export type ChosenRows = Readonly<Record<string, boolean>>

/** How rows are chosen for an action; those of other pages stay chosen. */
export interface RowSelection<Row> {
  /** The column of boxes: tables without it load none. */
  column: Columns<object>[number]
  chosen: ChosenRows
  onChange: (chosen: ChosenRows) => void
  /** What a row is called, for its box. */
  nameOf: (row: Row) => string
  /** Why a row cannot be chosen; null where it can. */
  refusalOf?: (row: Row) => string | null
}
