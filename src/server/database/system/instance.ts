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

/** Enough to tell a store that has lost files from the store of another instance. */
const samples = 20

/** The name of this instance, and evidence by which its store is known. */
export class Instance {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Null until a store was first used. */
  async find(): Promise<string | null> {
    const row = await this.#database.selectFrom('instance').select('id').executeTakeFirst()
    return row?.id ?? null
  }

  /** Stores a name, unless another process has meanwhile. @returns the stored one */
  async keep(id: string): Promise<string> {
    await this.#database
      .insertInto('instance')
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await this.find()) ?? id
  }

  /**
   * Gives a copy of the database a name of its own, so that it never collects in the store of the
   * original, and begins to count the day until it collects.
   */
  async rename(id: string): Promise<void> {
    await this.#database.updateTable('instance').set({ id, collected_at: null }).execute()
  }

  /** The number of the newest migration of the database. */
  async schemaVersion(): Promise<number> {
    const { rows } = await sql<{ version: number }>`
      select max(split_part(name, '-', 1)::int) as version from kysely_migration
    `.execute(this.#database)
    return rows[0]?.version ?? 0
  }

  /** When evidence was last collected, Unix seconds; null before the first time was noted. */
  async collectedAt(): Promise<number | null> {
    const row = await this.#database
      .selectFrom('instance')
      .select('collected_at')
      .executeTakeFirst()
    return row?.collected_at ?? null
  }

  /** Notes that evidence was collected, and in the log what was, if anything. */
  async collected(write: InstanceAuthor, what: { files: number; bytes: number }): Promise<void> {
    await this.#database.transaction().execute(async (tx) => {
      await tx.updateTable('instance').set({ collected_at: write.at }).execute()
      if (what.files > 0)
        await appendInstanceEntry(tx, write, { kind: 'evidence_collected', body: { ...what } })
    })
  }

  /** The SHA-256 of some evidence files that rows name and retention has not removed. */
  async someEvidence(): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('attestation')
      .select('evidence_sha256')
      .where('evidence_sha256', 'is not', null)
      .where(
        sql<boolean>`not exists (select from evidence_file where removed_at is not null
          and evidence_file.org_id = attestation.org_id and sha256 = evidence_sha256)`,
      )
      .limit(samples)
      .execute()
    return rows.flatMap(({ evidence_sha256: sha256 }) => sha256 ?? [])
  }
}
