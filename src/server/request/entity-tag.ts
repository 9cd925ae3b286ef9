import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Problem } from '#server/platform/problem.ts'
import { Answer } from './handler.ts'

/** Computes the entity tag of a record: the same for the same content, whoever reads it. */
function entityTag(record: object): string {
  const hash = createHash('sha256').update(canonicalize(record) ?? '')
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/**
 * Part of a record that its entity tag covers: fields that people edit, if reports change the rest.
 */
type Part<T extends object> = (record: T) => object

const whole = (record: object) => record

/** Answers with a record and its `ETag`, for editing clients. */
export function tagged<T extends object>(record: T, part: Part<T> = whole): Answer<T> {
  return new Answer(200, record, { etag: entityTag(part(record)) })
}

/** Compressing proxies make a tag weak; it still names the same content. */
const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

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
