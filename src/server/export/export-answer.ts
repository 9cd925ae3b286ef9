import { Readable } from 'node:stream'
import type { ExportFormat, ExportScope } from '#contract/export/export.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { FileAnswer, OrgContext } from '#server/request/handler.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type Batches, type Columns, writers, written } from './formats.ts'

/** A list to export. */
export interface Export<Row> {
  list: ExportScope['list']
  /** The flow or environment that the list belongs to. */
  flow?: string
  environment?: string
  query: { format: ExportFormat } & Record<string, unknown>
  columns: Columns<Row>
  /** Reads the rows as of an instant in batches, while the answer is sent. */
  read: (asOf: number) => Batches<Row>
}

/** Bytes that are read ahead of a client: 16 pieces of 100 rows each, by default, are megabytes. */
const ahead = { objectMode: false, highWaterMark: 65_536 }

/** Answers with a whole list as a file, and appends an audit entry. */
export async function exportAnswer<Row>(
  context: OrgContext,
  { list, flow, environment, query, columns, read }: Export<Row>,
): Promise<FileAnswer> {
  const { format, ...given } = query
  const subject = {
    ...(flow && { flow_name: flow }),
    ...(environment && { environment_name: environment }),
  }
  const { archived } = context.org
  const named = { ...subject, ...(archived !== 'exclude' && { archived }) }
  const filter = Object.fromEntries(
    Object.entries({ ...named, ...given }).filter(([, it]) => it != null),
  )
  const scope = await inUnitOfWork(context, async (w) => {
    const scope: ExportScope = { organization: w.orgName, list, filter, as_of: w.at }
    await appendAuditEntry(w, { kind: 'exported', subject, body: { format, ...scope } })
    return scope
  })
  return {
    content: Readable.from(written(format, read(scope.as_of), columns, scope), ahead),
    name: fileName(scope, flow ?? environment, format),
    size: null,
    type: writers[format].type,
    headers: { 'x-cairn-scope': ascii(scope), 'cache-control': 'no-store' },
  }
}

/**
 * File name like "acme-payments-trails-20261121T104000Z.csv"; names have no characters that file
 * systems refuse.
 */
function fileName(scope: ExportScope, of: string | undefined, format: ExportFormat): string {
  const time = new Date(scope.as_of * 1000).toISOString().replace(/\.\d+|[-:]/g, '')
  return [scope.organization, of, scope.list, time].filter(Boolean).join('-') + `.${format}`
}

/** JSON in the characters that headers may have. */
function ascii(scope: ExportScope): string {
  return JSON.stringify(scope).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Rows read and written at once: more of them hold up other calls while they are formatted. */
export const batchSize = 100

/** Sorts after every id: they are hexadecimal. */
const lastId = 'z'

const page = { page: 1, per_page: batchSize }

/**
 * Reads a list from new to old in batches, each after the last row of the one before, so that no
 * statement runs long and nothing is read twice. Rows newer than `asOf` are left out.
 */
export async function* newToOld<Row extends { created_at: number; id: string }>(
  asOf: number,
  read: (
    before: { created_at: number; id: string },
    page: { page: number; per_page: number },
  ) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: { created_at: number; id: string } = { created_at: asOf, id: lastId }
  for (;;) {
    const rows = await read(before, page)
    if (rows.length > 0) yield rows
    before = rows.at(-1) ?? before
    if (rows.length < batchSize) return
  }
}

/** Splits values into batches. */
export function* inBatches<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let at = 0; at < values.length; at += batchSize) yield values.slice(at, at + batchSize)
}
