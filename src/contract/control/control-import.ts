import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { longName, record, text } from '#contract/common/fields.ts'
import { tagKey } from '#contract/tag/tag.ts'
import { controlIdentifier, controlName, controlOwner } from './control.ts'

/** Maximum number of rows of an import, without its heading. */
export const maxImported = 500
/** Maximum number of characters of an import. */
const maxImportLength = 1_000_000

/** A control in a row of an import; empty cells are absent fields. */
export const importedControl = z.object({
  identifier: controlIdentifier,
  name: z.optional(controlName),
  description: z.optional(text),
  owner: z.optional(controlOwner),
  tags: z.optional(record(tagKey, longName)),
})
export type ImportedControl = z.output<typeof importedControl>

/** Result of an import, or of its preview. */
export const controlImport = z.object({
  rows: z.array(
    z.object({
      /** Row number as in spreadsheets: the heading is row 1. */
      row: z.int(),
      identifier: z.string(),
      action: z.enum(['create', 'update', 'unchanged', 'refused']),
      /** Changed fields; of a new control all fields that are set. */
      changes: z.array(
        z.object({
          field: z.enum(['name', 'description', 'owner', 'tags']),
          before: z.nullable(z.string()),
          after: z.string(),
        }),
      ),
      problems: z.array(
        z.object({ column: z.string(), rule: z.string(), value: z.nullable(z.string()) }),
      ),
    }),
  ),
  /** Unknown columns, which are ignored. */
  ignored_columns: z.array(z.string()),
})
export type ControlImport = z.output<typeof controlImport>

const body = {
  kind: 'json',
  // A character may take several bytes in JSON.
  maxBytes: 8 * 1024 * 1024,
  schema: z.strictObject({
    /**
     * Columns `identifier`, `name`, `description`, `owner` and `tags`: `key:value`, separated by `;`, or a
     * JSON object. Columns are separated by `,`, `;` or tabs, as in the heading.
     */
    csv: z.string().check(z.minLength(1), z.maxLength(maxImportLength)),
  }),
} as const

export const previewControlImport = endpoint({
  name: 'previewControlImport',
  method: 'POST',
  path: '/cairn/{org}/control-import-preview',
  access: 'reader',
  body,
  response: controlImport,
})

export const importControls = endpoint({
  name: 'importControls',
  method: 'POST',
  path: '/cairn/{org}/control-import',
  access: 'admin',
  body,
  response: controlImport,
})

/** Texts of these endpoints in the API reference. */
export const controlImportTexts = {
  previewControlImport: {
    summary: 'What importing controls from CSV would do, row by row; its ETag stands for that',
    description:
      'Returns for each row of the CSV whether it would create, change or leave a control, with the fields that differ. At most 500 rows are taken. Send the `ETag` as `If-Match` with the import to have exactly this done.',
  },
  importControls: {
    summary:
      'Create and change controls from CSV, all or nothing; with If-Match only as it was previewed',
    description:
      'Creates and changes controls in one step and returns what was done, row by row. Refusals name row and column, and nothing is stored then. With `If-Match` it is refused with 412 if it would now do something else than previewed.',
  },
} satisfies EndpointTexts
