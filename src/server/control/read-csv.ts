import { CsvError, parse } from 'csv-parse/sync'
import { mostImported } from '#contract/control-import.ts'
import { importColumns, type ImportRow } from '#domain/control-import.ts'
import { refusedField } from '../problem.ts'

/** Longer cells are no description: with a quote that nobody closed, all the rest is one. */
const longestRow = 100_000
/** More are no help to anybody. */
const longestReason = 200

/** Exports of ours put an apostrophe before what spreadsheets would take for a formula. */
const unguarded = (cell: string) => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')

/** What stands between columns: what the heading has. */
const delimiterOf = (text: string) => {
  const heading = text.slice(0, 1_000).split(/[\r\n]/, 1)[0] ?? ''
  return [',', ';', '\t'].find((one) => heading.includes(one)) ?? ','
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count_less: true,
      max_record_size: longestRow,
      to: mostImported + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusedField('csv', error.message.slice(0, longestReason))
  }
}

const refuseHeading = (rule: string, column: string) =>
  refusedField('csv', `Row 1: ${rule}`, column)

/** The place of each column that we know, by its heading. @throws Problem 400 */
function readHeading(heading: readonly string[]) {
  const names = heading.map((name) => name.trim().toLowerCase())
  const twice = importColumns.find((one) => names.indexOf(one) !== names.lastIndexOf(one))
  if (twice) throw refuseHeading('A column stands there twice', twice)
  if (!names.includes('identifier')) {
    throw refuseHeading("There is no column 'identifier'", heading.join(', '))
  }
  return {
    columns: importColumns
      .filter((one) => names.includes(one))
      .map((one) => [one, names.indexOf(one)] as const),
    ignored: heading.filter((_, at) => !importColumns.some((one) => one === names[at])),
  }
}

/**
 * The rows of a CSV of controls, and the columns that mean nothing here.
 * @throws Problem 400 that says where it is no CSV
 */
export function readControlsCsv(text: string): { rows: ImportRow[]; ignored: string[] } {
  const [heading = [], ...records] = recordsOf(text)
  const { columns, ignored } = readHeading(heading)
  if (records.length > mostImported) {
    throw refusedField('csv', `It should have at most ${mostImported} rows below the heading`)
  }
  const rows = records.flatMap((record, index): ImportRow[] => {
    if (record.every((cell) => cell.trim() === '')) return []
    const cells = columns.map(([column, at]) => [column, unguarded(record[at] ?? '')])
    return [{ row: index + 2, cells: Object.fromEntries(cells) }]
  })
  return { rows, ignored }
}
