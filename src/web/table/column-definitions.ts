import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  type rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

/** How a column looks, wide and as part of a card on phones. */
export interface ColumnMeta {
  isNumber?: boolean
  /** 1 is hidden first where there is no room for all columns; without it, it always stays. */
  hideOrder?: number
  /** Its text may be cut to this width, in pixels; names have none and are cut last of all. */
  shrinksTo?: number
  /** Pixels that the remark beside its name has at least; columns are hidden for it. */
  remarkMinWidth?: number
  /** Takes most of what is left over; without any such column the one that names the row does. */
  grows?: boolean
  /** Shown only where its reader chooses it. */
  isExtra?: boolean
  /**
   * Place in the card: its first line, the line under that, the end of a line, the rest of that line
   * before it, a line below, the last, or nowhere.
   */
  card?: 'top' | 'under' | 'end' | 'rest' | 'below' | 'last' | 'none'
  /** Label before its value in the card, where that does not speak for itself. */
  cardLabel?: string
  /** On paper, in the place of the column: the whole of what it shows a part of, below the row. */
  printsBelow?: (row: never) => string | null
}

/** Rows that are chosen for an action are `true`, by id. */
export type ChosenRows = RowSelectionState

/** How rows are chosen for an action; those of other pages stay chosen. */
export interface RowSelection<Row> {
  /** The column of boxes with what stands behind it: tables without it load none. */
  parts: { column: Columns<object>[number]; features: Features }
  chosen: ChosenRows
  onChange: (chosen: ChosenRows) => void
  /** Name of a row, for its box. */
  nameOf: (row: Row) => string
  /** Why a row cannot be chosen; null where it can. */
  refusalOf?: (row: Row) => string | null
}

/** Features of our tables. */
export const features = tableFeatures({
  tableMeta: metaHelper<{
    selection: RowSelection<object> | undefined
    isPrinted: boolean
    /** Columns in which something is cut. */
    tight: ReadonlySet<string>
  }>(),
  columnMeta: metaHelper<ColumnMeta>(),
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

/** The same with what tables can do whose rows are chosen. */
export type Features = typeof features & { rowSelectionFeature: typeof rowSelectionFeature }

/** Columns of a table over rows of one type. */
export type Columns<Row extends object> = ColumnDef<Features, Row, unknown>[]

/**
 * Helps to write columns: `columnsOf<Row>((column) => [column({...})])`. One with an `accessorFn`
 * can be sorted by, where the list sorts. What names the row is always there.
 */
export function columnsOf<Row extends object>(
  define: (column: (definition: Columns<Row>[number]) => Columns<Row>[number]) => Columns<Row>,
): Columns<Row> {
  return define((definition) =>
    definition.meta?.card === 'top' ? { ...definition, enableHiding: false } : definition,
  )
}
