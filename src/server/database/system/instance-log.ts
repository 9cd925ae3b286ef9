import { type Kysely, sql } from 'kysely'
import type { AuditEvent } from '#contract/audit-log/audit-kind.ts'
import { type AuditedWrite, insertAuditEntry } from '#server/audit-log/queries.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { InstanceKind } from '#server/database/tables/audit-log.ts'

/** The organization that has the log of the instance; no other can have its name. */
const instance = { id: 'instance', name: '(instance)', kind: 'instance' as const }

/** Reads and seals the log of the instance, like that of an organization. */
export const instanceLog = (database: Kysely<Tables>) => new OrgDatabase(database, instance.id)

/** Who writes to the log of the instance, and when. */
export type InstanceAuthor = Omit<AuditedWrite, 'org'>

/** An entry about the instance: a user, an organization, or all. */
interface InstanceEntry {
  kind: InstanceKind
  subject?: AuditEvent['subject']
  body: object
}

/** Appends an entry to the log of the instance, in the current transaction if there is one. */
export async function appendInstanceEntry(
  database: Kysely<Tables>,
  author: InstanceAuthor,
  { kind, subject = {}, body }: InstanceEntry,
): Promise<void> {
  await sql`
    insert into organization (id, name, kind, created_at)
    values (${instance.id}, ${instance.name}, ${instance.kind}, ${author.at})
    on conflict do nothing`.execute(database)
  await insertAuditEntry({ ...author, org: instanceLog(database) }, { kind, subject, body })
}
