import { isPseudonym, mapTexts, pseudonymsIn } from '#domain/audit-log/personal-texts.ts'
import {
  authorPointer,
  commitmentsIn,
  entryPointer,
  type HashedEntry,
} from '#server/audit-log/queries.ts'
import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'

/** Values that an entry shows where its hash covers nothing but a hash, by pointer. */
function closedTexts(entry: HashedEntry): Map<string, string> {
  const texts = new Map<string, string>()
  const commitments = Object.entries(commitmentsIn(entry.personal))
  const closed = new Set(commitments.flatMap(([pointer, one]) => ('hash' in one ? [pointer] : [])))
  if (closed.size === 0) return texts
  const { actor, address, key_label, subject, body, before } = entry
  const parts = { subject, body, before: before ?? 'null' }
  const author = [actor, address, key_label].join('')
  if (closed.has(authorPointer)) texts.set(authorPointer, author)
  if (closed.has(entryPointer)) texts.set(entryPointer, [author, ...Object.values(parts)].join(' '))
  for (const [name, text] of Object.entries(parts))
    mapTexts(
      parsed(text),
      (value, _field, pointer) => closed.has(pointer) && texts.set(pointer, value),
      `/${name}`,
    )
  return texts
}

/** Reads JSON; null for what is none, whose hash says so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Pseudonyms that an entry shows in place of what was erased, each once. */
export const erasedIn = (entry: HashedEntry): string[] => [
  ...new Set([...closedTexts(entry).values()].flatMap(pseudonymsIn)),
]

/** Returns where an entry shows something else in place of what was erased; null if nowhere. */
export function erasureFault(entry: HashedEntry): string | null {
  for (const [pointer, text] of closedTexts(entry)) {
    const isErased = pointer === authorPointer ? isPseudonym(text) : pseudonymsIn(text).length > 0
    if (!isErased) return `the entry ${entry.id} shows something in place of what was erased`
  }
  return null
}

/**
 * Compares how many entries show a pseudonym with how many the log of the instance says were
 * erased; those of purged organizations are gone.
 */
export async function excessiveErasures(
  read: ConsistentRead,
  counts: ReadonlyMap<string, number>,
): Promise<string[]> {
  const rows = await read.query<{ name: string; entries: number }>(`
    select body::json ->> 'name' as name, (body::json ->> 'entries')::integer as entries
    from record where org_id = 'instance' and kind = 'user_erased'`)
  const logged = new Map(rows.map(({ name, entries }) => [name, entries]))
  return [...counts].flatMap(([name, count]) => {
    const erased = logged.get(name) ?? 0
    return count > erased
      ? [`${count} entries are of '${name}', of whom ${erased} were erased`]
      : []
  })
}
