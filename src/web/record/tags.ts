import * as z from 'zod/mini'
import type { ParamsOf } from '#contract/common/endpoint.ts'
import { changeTags, tagKey } from '#contract/tag/tag.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
const tag = z.object({ key: tagKey, value: z.string() })

/** Tags as rows of a form: no key twice. */
export const tagRows = z.array(tag).check(({ value: tags, issues }) => {
  const keys = tags.map(({ key }) => key)
  for (const [index, key] of keys.entries()) {
    if (keys.indexOf(key) === index) continue
    const message = 'A tag above has the same key'
    issues.push({ code: 'custom', input: key, path: [index, 'key'], message })
  }
})
type TagRows = z.output<typeof tagRows>

/** Tags as their form begins, by key. */
export const tagRowsOf = (tags: Record<string, string>): TagRows =>
  Object.entries(tags)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key, value }))

/** Tags travel as differences, so that what others set meanwhile stays; null is none. */
export function tagChanges(before: Record<string, string>, after: TagRows) {
  const set_tags = Object.fromEntries(
    after.filter(({ key, value }) => before[key] !== value).map(({ key, value }) => [key, value]),
  )
  const remaining = new Set(after.map(({ key }) => key))
  const remove_tags = Object.keys(before).filter((key) => !remaining.has(key))
  return Object.keys(set_tags).length + remove_tags.length > 0 ? { set_tags, remove_tags } : null
}

/** Tags in words. */
export const tagsText = (tags: TagRows): string =>
  tags.map(({ key, value }) => (value ? `${key}:${value}` : key)).join(', ')

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
  if (save) await save(etag)
  if (!tags) return
  // Our own call has already moved the record on.
  const input = { params, body: tags, ...(!save && { ifMatch: etag }) }
  await call(changeTags, input)
}

/** The calls that this comes to. */
export const taggedCalls = (params: Tagged, save: string | null, tags: TagChanges): string =>
  [save, tags && curl(changeTags, { params, body: tags })].filter(Boolean).join('\n\n')
