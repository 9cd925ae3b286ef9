import type { BodyOf } from '#contract/endpoint.ts'
import type { ChangeKind } from '#contract/change.ts'
import type { changeTags } from '#contract/tag.ts'
import type { Versioned } from '../api/versioned-query.ts'

/** A record with its entity tag, for what changes it. */
export interface EditedQuery<Record> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<Record>>
}

/** A kind of thing that is tagged, renamed and archived by its name: how that is said and done. */
export interface Noun {
  one: 'flow' | 'environment'
  /** What moves along with another name, and what archiving refuses. */
  words: { history: string; reports: string }
  kinds: { put: ChangeKind; renamed: ChangeKind; archived: ChangeKind; tagged: ChangeKind }
  edited: (org: string, name: string) => EditedQuery<{ name: string }>
  rename: (org: string, name: string, body: { new_name: string }, etag: string) => Promise<unknown>
  renameCall: (org: string, name: string, new_name: string) => string
  archive: (org: string, name: string) => Promise<unknown>
  archiveCall: (org: string, name: string) => string
  changeTags: (org: string, name: string, body: BodyOf<typeof changeTags>) => Promise<unknown>
}

/** "prod-eu", or "3 environments". */
export const wordsFor = ({ one }: Noun, names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} ${one}s`
