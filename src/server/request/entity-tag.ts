import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Problem } from '#server/platform/problem.ts'
import { Answer } from './answer.ts'

/** The entity tag of a record: the same for the same content, whoever asks. */
function entityTag(record: object): string {
  const hash = createHash('sha256').update(canonicalize(record) ?? '')
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** What of a record its entity tag stands for: what people edit, where reports change the rest. */
type Part<T extends object> = (record: T) => object

const whole = (record: object) => record

/** A record as an answer that editing clients can hold on to: with its `ETag`. */
export function tagged<T extends object>(record: T, part: Part<T> = whole): Answer<T> {
  return new Answer(200, record, { etag: entityTag(part(record)) })
}

/** Proxies that compress make a tag weak; it still names the same content. */
const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * Refuses to change a record that the caller read in another state (`If-Match`). Call it with the
 * record locked; null stands for one that does not exist.
 * @throws Problem 412 with the record as it is now
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
