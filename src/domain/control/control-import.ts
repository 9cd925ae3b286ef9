import * as z from 'zod/mini'
import {
  type ControlImport,
  type ImportedControl,
  importedControl,
} from '#contract/control/control-import.ts'
import { describeIssue, type ValidationProblem } from '#contract/common/validation-message.ts'

/** Columns that an import understands. */
export const importColumns = ['identifier', 'name', 'description', 'tags'] as const

/** A row as it was read: texts by column. */
export interface ImportRow {
  row: number
  cells: Partial<Record<(typeof importColumns)[number], string>>
}

/** A control that is there. */
export interface KnownControl {
  name: string
  description: string
  tags: Record<string, string>
  isArchived: boolean
}

type Outcome = ControlImport['rows'][number]

/** What a row comes to; `control` is null where it is refused. */
export type PlannedRow = Outcome & { control: ImportedControl | null }

const notTags = 'Tags are key:value with ; between them, or a JSON object of texts'

/** `soc2:CC8.1; team:core`, or the JSON that exports of ours have; null when it is neither. */
function readTags(cell: string): Record<string, string> | null {
  if (cell.startsWith('{')) {
    try {
      const tags: Record<string, string> = JSON.parse(cell)
      return Object.values(tags).every((value) => typeof value === 'string') ? tags : null
    } catch {
      return null
    }
  }
  const tags = cell
    .split(/[;\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
    .map((tag): [string, string] => {
      const [key = '', ...value] = tag.split(':')
      return [key.trim(), value.join(':').trim()]
    })
  return new Set(tags.map(([key]) => key)).size < tags.length ? null : Object.fromEntries(tags)
}

/** Tags in words, by key. */
const tagWords = (tags: Record<string, string>) =>
  Object.entries(tags)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (value ? `${key}:${value}` : key))
    .join('; ')

type Reading = { control: ImportedControl } | { refusals: ValidationProblem[] }

const refuse = (column: string, reason: string, input?: unknown): Reading => ({
  refusals: [{ path: [column], reason, input }],
})

function readRow({ cells }: ImportRow, known: KnownControl | undefined, isTwice: boolean): Reading {
  const tags = cells.tags ? readTags(cells.tags) : undefined
  // The schema would leave this key out without a word.
  if (tags === null || (tags && Object.hasOwn(tags, '__proto__')))
    return refuse('tags', notTags, cells.tags)
  const said = Object.fromEntries(Object.entries({ ...cells, tags }).filter(([, value]) => value))
  const read = z.safeParse(importedControl, said, { reportInput: true })
  if (!read.success) return { refusals: describeIssue(read.error.issues) }
  const { identifier, name } = read.data
  if (isTwice) return refuse('identifier', 'It stands in a row above', identifier)
  if (known?.isArchived) return refuse('identifier', 'Control has been archived', identifier)
  if (!known && name === undefined) return refuse('name', 'Field required')
  return { control: read.data }
}

/** The fields that a control gets or changes; tags that are not named stay. */
function changesOf(control: ImportedControl, known: KnownControl | undefined): Outcome['changes'] {
  const { name, description, tags } = control
  const changes: Outcome['changes'] = []
  const note = (field: 'name' | 'description' | 'tags', before: string, after?: string) => {
    if (after !== undefined && after !== before) {
      changes.push({ field, before: known ? before : null, after })
    }
  }
  note('name', known?.name ?? '', name)
  note('description', known?.description ?? '', description)
  note('tags', tagWords(known?.tags ?? {}), tags && tagWords({ ...known?.tags, ...tags }))
  return changes
}

/**
 * What each row of an import does to the controls that are there.
 * @param known controls by identifier, archived ones too
 */
export function planImport(
  rows: readonly ImportRow[],
  known: ReadonlyMap<string, KnownControl>,
): PlannedRow[] {
  const seen = new Set<string>()
  return rows.map((row): PlannedRow => {
    const { identifier = '' } = row.cells
    const before = known.get(identifier)
    const reading = readRow(row, before, seen.has(identifier))
    seen.add(identifier)
    const told = { row: row.row, identifier }
    if ('refusals' in reading) {
      const problems = reading.refusals.map(({ path, reason, input }) => ({
        column: path.map(String).join('.'),
        rule: reason,
        value: input === undefined ? null : String(input),
      }))
      return { ...told, action: 'refused', changes: [], problems, control: null }
    }
    const changes = changesOf(reading.control, before)
    const action = !before ? 'create' : changes.length > 0 ? 'update' : 'unchanged'
    return { ...told, action, changes, problems: [], control: reading.control }
  })
}
