import { stringify } from 'csv-stringify/sync'

/** What a cell can show. */
export type Cell = string | number | boolean | null

/** The columns of a list as CSV: heading → what a row says there. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in
 * front: names and messages come from anybody who may report.
 */
export function csv(rows: Cell[][]): string {
  return stringify(rows, {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String },
  })
}

/** Unix seconds as ISO 8601 in UTC, for people and spreadsheets. */
export function isoTime(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString()
}
