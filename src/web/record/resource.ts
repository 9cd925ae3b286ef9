import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { changeTags } from '#contract/tag/tag.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'

/** A record with its entity tag, for what changes it. */
export interface EditedQuery<Record> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<Record>>
}

/** A kind of thing that is tagged and archived by its name: how that is said and done. */
export interface Resource {
  one: 'flow' | 'environment' | 'control'
  /** Effect of archiving on references to one, or to several. */
  refusal: (isOne: boolean) => string
  kinds: { archived: AuditKind; tagged: AuditKind }
  archive: (org: string, name: string) => Promise<unknown>
  /** Makes one that was archived active again. */
  activate: (org: string, name: string) => Promise<unknown>
  archiveCall: (org: string, name: string) => string
  changeTags: (org: string, name: string, body: BodyOf<typeof changeTags>) => Promise<unknown>
}

/** One that can also be called something else. */
export interface RenamableResource extends Resource {
  /** Sentence about what a rename moves. */
  history: string
  renamed: AuditKind
  edited: (org: string, name: string) => EditedQuery<{ name: string }>
  rename: (org: string, name: string, body: { new_name: string }, etag: string) => Promise<unknown>
  renameCall: (org: string, name: string, new_name: string) => string
}

/** That of resources that take reports. */
export const refusedReports = (reports: string, isOne: boolean): string =>
  `${reports} to ${isOne ? 'it' : 'them'} will be refused from now on.`

/** "prod-eu", or "3 environments". */
export const labelFor = ({ one }: Resource, names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} ${one}s`
