import * as z from 'zod/mini'
import { endpoint } from '#contract/common/endpoint.ts'
import { longName, text } from '#contract/common/fields.ts'
import { record } from '#contract/common/record.ts'
import { tagKey } from '#contract/tag/tag.ts'
import { controlName, controlIdentifier } from './control.ts'

/** Rows that one import has at most, without its heading. */
export const maxImported = 500
/** Characters that its text has at most. */
const maxImportLength = 1_000_000

/** What a row of an import says of a control; an empty cell says nothing. */
export const importedControl = z.object({
  identifier: controlIdentifier,
  name: z.optional(controlName),
  description: z.optional(text),
  tags: z.optional(record(tagKey, longName)),
})
export type ImportedControl = z.output<typeof importedControl>

/** What an import does, or would do. */
export const controlImport = z.object({
  rows: z.array(
    z.object({
      /** As spreadsheets count: the heading is row 1. */
      row: z.int(),
      identifier: z.string(),
      action: z.enum(['create', 'update', 'unchanged', 'refused']),
      /** Of a new control: all that is set. */
      changes: z.array(
        z.object({
          field: z.enum(['name', 'description', 'tags']),
          before: z.nullable(z.string()),
          after: z.string(),
        }),
      ),
      problems: z.array(
        z.object({ column: z.string(), rule: z.string(), value: z.nullable(z.string()) }),
      ),
    }),
  ),
  /** Columns that say nothing of a control here: they are left out. */
  ignored_columns: z.array(z.string()),
})
export type ControlImport = z.output<typeof controlImport>

const body = {
  kind: 'json',
  // A character may take several bytes in JSON.
  maxBytes: 8 * 1024 * 1024,
  schema: z.strictObject({
    /**
     * Columns `identifier`, `name`, `description` and `tags`: `key:value`, several by `;`, or a JSON
     * object. Between columns `,`, `;` or tabs, as in the heading.
     */
    csv: z.string().check(z.minLength(1), z.maxLength(maxImportLength)),
  }),
} as const

export const previewControlImport = endpoint({
  method: 'POST',
  path: '/cairn/{org}/control-import-preview',
  access: 'reader',
  body,
  response: controlImport,
  status: [200],
  summary: 'What importing controls from CSV would do, row by row; its ETag stands for that',
  description:
    'Returns for each row of the CSV whether it would create, change or leave a control, with the fields that differ. At most 500 rows are taken. Send the `ETag` as `If-Match` with the import to have exactly this done.',
})

export const importControls = endpoint({
  method: 'POST',
  path: '/cairn/{org}/control-import',
  access: 'admin',
  body,
  response: controlImport,
  status: [200],
  summary:
    'Create and change controls from CSV, all or nothing; with If-Match only as it was previewed',
  description:
    'Creates and changes controls in one step and returns what was done, row by row. Refusals name row and column, and nothing is stored then. With `If-Match` it is refused with 412 if it would now do something else than previewed.',
})
