import type { ParamsOf } from '#contract/common/endpoint.ts'
import type { changeTags } from '#contract/tag/tag.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import type { tagChanges } from './tag-rows.ts'

type Tagged = ParamsOf<typeof changeTags>
type TagChanges = ReturnType<typeof tagChanges>

/**
 * Saves an edit of a record that has tags: what was set by `save`, tags by a call of their own, each
 * null where it stays. Refused with 412 when the record changed since it was read.
 */
export async function saveTagged(
  params: Tagged,
  etag: string,
  save: ((ifMatch: string) => Promise<unknown>) | null,
  tags: TagChanges,
): Promise<void> {
  if (save) await retryAfterSignIn(() => save(etag))
  if (!tags) return
  // Our own call has already moved the record on.
  const input = { params, body: tags, ...(!save && { ifMatch: etag }) }
  await retryAfterSignIn(() => call('changeTags', input))
}

/** The calls that this comes to. */
export const taggedCalls = (params: Tagged, save: string | null, tags: TagChanges): string =>
  [save, tags && curl('changeTags', { params, body: tags })].filter(Boolean).join('\n\n')
