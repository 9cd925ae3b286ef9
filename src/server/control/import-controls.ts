import { parse, CsvError } from 'csv-parse/sync'
import {
  type ControlImport,
  type ImportedControl,
  maxImported,
} from '#contract/control/control-import.ts'
import { type ImportRow, planImport, importColumns } from '#domain/control/control-import.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { validationProblem, fieldProblem } from '#server/platform/problem.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { changeTags } from '#server/tag/change-tags.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { editControl, createControl } from './change-control.ts'
import { listControlsAt, lockControlsAt, type ControlRow } from './queries.ts'

/** A parsed CSV of controls. */
interface ReadCsv {
  rows: ImportRow[]
  ignored: string[]
}

/** Plans what an import would change in the existing controls. */
export async function planControls(org: OrgDatabase, read: ReadCsv, find = listControlsAt) {
  const named = [...new Set(read.rows.flatMap(({ cells }) => cells.identifier || []))].sort()
  const found = new Map((await find(org, named)).map((row) => [row.identifier, row]))
  const known = [...found].map(
    ([identifier, row]) => [identifier, { ...row, isArchived: row.archived_at !== null }] as const,
  )
  const rows = planImport(read.rows, new Map(known))
  const answer: ControlImport = {
    rows: rows.map(({ control: _, ...row }) => row),
    ignored_columns: read.ignored,
  }
  return { rows, found, answer }
}

/**
 * Creates and changes controls by rows, each with an audit entry of its own: all of them, or none.
 * @throws Problem 400 that names rows and columns, 412 when the plan has changed since
 */
export async function importControls(write: UnitOfWork, read: ReadCsv): Promise<ControlImport> {
  const { rows, found, answer } = await planControls(write.org, read, lockControlsAt)
  await requireFresh(write, async () => answer)
  const refusals = rows.flatMap(({ row, problems }) =>
    problems.map(({ column, rule, value }) => ({
      path: [`row ${row}`, column],
      reason: rule,
      input: value ?? undefined,
    })),
  )
  if (refusals.length > 0) throw validationProblem(refusals)
  // The caller read the plan, not each control.
  const unconditional = { ...write, ifMatch: null }
  for (const { action, control } of rows) {
    if (control && action !== 'unchanged') {
      await put(unconditional, control, found.get(control.identifier))
    }
  }
  return answer
}

async function put(
  write: UnitOfWork,
  { tags, ...fields }: ImportedControl,
  known: ControlRow | undefined,
): Promise<void> {
  const { name, description, owner } = fields
  if (known) await editControl(write, known, { name, description, owner })
  else await createControl(write, { ...fields, name: name ?? fields.identifier })
  if (tags) {
    const path = { org: write.orgName, resource_type: 'control', resource_id: fields.identifier }
    await changeTags(write, path, { set_tags: tags })
  }
}

/** Longer cells are no descriptions: an unclosed quote swallows the rest of the file. */
const maxRowLength = 100_000
/** Longer reasons are cut. */
const maxReasonLength = 200

/**
 * Removes the apostrophe that our exports put before text that spreadsheets would take for a
 * formula.
 */
const unguarded = (cell: string) => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')

/** Returns the delimiter of columns in the heading. */
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
      max_record_size: maxRowLength,
      to: maxImported + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fieldProblem('csv', error.message.slice(0, maxReasonLength))
  }
}

const refuseHeading = (rule: string, column: string) =>
  fieldProblem('csv', `Row 1: ${rule}`, column)

/** Returns the index of each known column, by its heading. @throws Problem 400 */
function readHeading(heading: readonly string[]) {
  const names = heading.map((name) => name.trim().toLowerCase())
  const twice = importColumns.find((one) => names.indexOf(one) !== names.lastIndexOf(one))
  if (twice) throw refuseHeading('A column occurs twice', twice)
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
 * Parses the rows of a CSV of controls, and the unknown columns.
 * @throws Problem 400 that names the position of an error
 */
export function readControlsCsv(text: string): { rows: ImportRow[]; ignored: string[] } {
  const [heading = [], ...records] = recordsOf(text)
  const { columns, ignored } = readHeading(heading)
  if (records.length > maxImported) {
    throw fieldProblem('csv', `It should have at most ${maxImported} rows below the heading`)
  }
  const rows = records.flatMap((record, index): ImportRow[] => {
    if (record.every((cell) => cell.trim() === '')) return []
    const cells = columns.map(([column, at]) => [column, unguarded(record[at] ?? '')])
    return [{ row: index + 2, cells: Object.fromEntries(cells) }]
  })
  return { rows, ignored }
}
