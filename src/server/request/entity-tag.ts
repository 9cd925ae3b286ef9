import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Problem } from '#server/platform/problem.ts'
import { Answer } from './handler.ts'

/** Computes the entity tag of some content: the same for the same, whoever reads it. */
export function tagOfContent(content: string | Buffer): string {
  const hash = createHash('sha256').update(content)
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

const entityTag = (record: object) => tagOfContent(canonicalize(record) ?? '')

/**
 * Part of a record that its entity tag covers: fields that people edit, if reports change the rest.
 */
type Part<T extends object> = (record: T) => object

const whole = (record: object) => record

/** Answers with a record and its `ETag`, for editing clients. */
export function tagged<T extends object>(record: T, part: Part<T> = whole): Answer<T> {
  return new Answer(200, record, { etag: entityTag(part(record)) })
}

/** The tags of a header. Compressing proxies make a tag weak; it still names the same content. */
export const tagsOf = (header: string) =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * Requires that the caller read the record in its current state (`If-Match`). Called with the
 * record locked; null stands for one that does not exist.
 * @throws Problem 412 with the current record
 */
export async function requireFresh<T extends object>(
  { ifMatch }: { ifMatch: string | null },
  current: () => Promise<T | null>,
  part: Part<T> = whole,
): Promise<void> {
  if (ifMatch === null) return
  const record = await current()
  const named = tagsOf(ifMatch)
  const etag = record && entityTag(part(record))
  if (etag !== null && (named.includes('*') || named.includes(etag))) return
  throw new Problem(412, 'The record has changed since it was read', {
    current: record,
    ...(etag !== null && { headers: { etag } }),
  })
}
