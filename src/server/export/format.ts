import type { ExportFormat, ExportScope } from '#contract/export.ts'
import { type Columns, csv } from './csv.ts'

type Scope = ExportScope & { row_count: number }

/** How a list is written down: what stands before, between and after its rows. */
interface Writer<Row> {
  type: string
  begin(columns: Columns<Row>): string
  rows(rows: Row[], columns: Columns<Row>, isFirst: boolean): string
  /** Says what the file shows; without it a reader knows that the file was cut. */
  end(scope: Scope): string
}

/** The forms of an export. CSV has no place for a scope that parsers would not take for a row. */
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

/** A list in a form, piece by piece, no faster than it is read. */
export async function* written<Row>(
  format: ExportFormat,
  batches: AsyncIterable<Row[]>,
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
