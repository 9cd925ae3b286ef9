import * as z from 'zod/mini'
import {
  type ControlImport,
  type ImportedControl,
  importedControl,
} from '#contract/control/control-import.ts'
import { describeIssue, type ValidationProblem } from '#contract/common/validation-message.ts'

/** Known columns of an import. */
export const importColumns = ['identifier', 'name', 'description', 'owner', 'tags'] as const

/** A row of an import: texts by column. */
export interface ImportRow {
  row: number
  cells: Partial<Record<(typeof importColumns)[number], string>>
}

/** An existing control. */
export interface KnownControl {
  name: string
  description: string
  /** '' without one. */
  owner: string
  tags: Record<string, string>
  isArchived: boolean
}

type Outcome = ControlImport['rows'][number]

/** Planned result of a row; `control` is null where it is refused. */
type PlannedRow = Outcome & { control: ImportedControl | null }

const notTags = 'Tags are key:value with ; between them, or a JSON object of texts'

/** Parses `soc2:CC8.1; team:core`, or the JSON of Cairn's exports; null for anything else. */
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

/** Formats tags as text, sorted by key. */
const tagText = (tags: Record<string, string>) =>
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
  // The schema would drop this key silently.
  if (tags === null || (tags && Object.hasOwn(tags, '__proto__')))
    return refuse('tags', notTags, cells.tags)
  const given = Object.fromEntries(Object.entries({ ...cells, tags }).filter(([, value]) => value))
  const read = z.safeParse(importedControl, given, { reportInput: true })
  if (!read.success) return { refusals: describeIssue(read.error.issues) }
  const { identifier, name } = read.data
  if (isTwice) return refuse('identifier', 'It is in a row above', identifier)
  if (known?.isArchived) return refuse('identifier', 'Control has been archived', identifier)
  if (!known && name === undefined) return refuse('name', 'Field required')
  return { control: read.data }
}

/** Returns the new or changed fields of a control; tags that the row does not name stay. */
function changesOf(control: ImportedControl, known: KnownControl | undefined): Outcome['changes'] {
  const { name, description, owner, tags } = control
  const changes: Outcome['changes'] = []
  const note = (field: Outcome['changes'][number]['field'], before: string, after?: string) => {
    if (after !== undefined && after !== before) {
      changes.push({ field, before: known ? before : null, after })
    }
  }
  note('name', known?.name ?? '', name)
  note('description', known?.description ?? '', description)
  note('owner', known?.owner ?? '', owner)
  note('tags', tagText(known?.tags ?? {}), tags && tagText({ ...known?.tags, ...tags }))
  return changes
}

/**
 * Plans what each row of an import does to the existing controls.
 * @param known controls by identifier, including archived ones
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
    const common = { row: row.row, identifier }
    if ('refusals' in reading) {
      const problems = reading.refusals.map(({ path, reason, input }) => ({
        column: path.map(String).join('.'),
        rule: reason,
        value: input === undefined ? null : String(input),
      }))
      return { ...common, action: 'refused', changes: [], problems, control: null }
    }
    const changes = changesOf(reading.control, before)
    const action = !before ? 'create' : changes.length > 0 ? 'update' : 'unchanged'
    return { ...common, action, changes, problems: [], control: reading.control }
  })
}
