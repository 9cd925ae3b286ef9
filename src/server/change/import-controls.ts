import type { ControlImport, ImportedControl } from '#contract/control-import.ts'
import { type ImportRow, planImport } from '#domain/control-import.ts'
import { type ControlRow, listControlsAt, lockControlsAt } from '../control/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { requireFresh } from '../entity-tag.ts'
import { refused } from '../problem.ts'
import { changeTags } from './change-tags.ts'
import { createControl, editControl } from './manage-control.ts'
import type { Write } from './write.ts'

/** A CSV of controls as it was read. */
interface ReadCsv {
  rows: ImportRow[]
  ignored: string[]
}

/** What an import would do to the controls that are there. */
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
 * Creates and changes controls as rows say, each with a record of its own: all of them, or none.
 * @throws Problem 400 that names rows and columns, 412 when it would do something else by now
 */
export async function importControls(write: Write, read: ReadCsv): Promise<ControlImport> {
  const { rows, found, answer } = await planControls(write.org, read, lockControlsAt)
  await requireFresh(write, async () => answer)
  const refusals = rows.flatMap(({ row, problems }) =>
    problems.map(({ column, rule, value }) => ({
      path: [`row ${row}`, column],
      reason: rule,
      input: value ?? undefined,
    })),
  )
  if (refusals.length > 0) throw refused(refusals)
  // What the caller read was the plan, not each control.
  const unconditional = { ...write, ifMatch: null }
  for (const { action, control } of rows) {
    if (control && action !== 'unchanged') {
      await put(unconditional, control, found.get(control.identifier))
    }
  }
  return answer
}

async function put(
  write: Write,
  { tags, ...fields }: ImportedControl,
  known: ControlRow | undefined,
): Promise<void> {
  const { name, description } = fields
  if (known) await editControl(write, known, { name, description })
  else await createControl(write, { ...fields, name: name ?? fields.identifier })
  if (tags) {
    const path = { org: write.orgName, resource_type: 'control', resource_id: fields.identifier }
    await changeTags(write, path, { set_tags: tags })
  }
}
