import { stringify } from 'csv-stringify/sync'
import type { ExportScope, ExportFormat } from '#contract/export/export.ts'

/** Value of a cell. */
export type Cell = string | number | boolean | null

/** Columns of a CSV list: heading → value of a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Rows of a list in batches, as they are read or all at once. */
export type Batches<Row> = AsyncIterable<Row[]> | Iterable<Row[]>

/**
 * Formats rows as CSV (RFC 4180). Text that a spreadsheet would take for a formula gets a leading
 * apostrophe: names and messages come from anybody who may report. Lone line breaks are quoted too:
 * programs take them for the end of a row.
 */
export function csv(rows: Cell[][]): string {
  return stringify(rows, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { boolean: String },
  })
}

/** Formats Unix seconds as ISO 8601 in UTC, for people and spreadsheets. */
export function isoTime(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString()
}

type Scope = ExportScope & { row_count: number }

/** Format of a list: the text before, between and after its rows. */
interface Writer<Row> {
  type: string
  begin(columns: Columns<Row>): string
  rows(rows: Row[], columns: Columns<Row>, isFirst: boolean): string
  /** States the scope; without it a reader knows that the file was cut. */
  end(scope: Scope): string
}

/** Writers by export format. CSV has no place for a scope that parsers would not take for a row. */
export const writers: Record<ExportFormat, Writer<never>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    begin: (columns) => csv([Object.keys(columns)]),
    rows: (rows, columns) =>
      csv(rows.map((row) => Object.values(columns).map((cell) => cell(row)))),
    end: () => '',
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    begin: () => '',
    rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    end: (scope) => `${JSON.stringify({ scope })}\n`,
  },
  json: {
    type: 'application/json; charset=utf-8',
    begin: () => '{"rows":[',
    rows: (rows, _, isFirst) =>
      (isFirst ? '\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n'),
    end: (scope) => `\n],"scope":${JSON.stringify(scope)}}\n`,
  },
}

/** Formats a list piece by piece, no faster than it is read. */
export async function* written<Row>(
  format: ExportFormat,
  batches: Batches<Row>,
  columns: Columns<Row>,
  scope: ExportScope,
): AsyncGenerator<string> {
  const writer = writers[format] as unknown as Writer<Row>
  yield writer.begin(columns)
  let row_count = 0
  for await (const rows of batches) {
    yield writer.rows(rows, columns, row_count === 0)
    row_count += rows.length
  }
  yield writer.end({ ...scope, row_count })
}
