import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

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

  /** The number of the newest migration of the database. */
  async schemaVersion(): Promise<number> {
    const { rows } = await sql<{ version: number }>`
      select max(split_part(name, '-', 1)::int) as version from kysely_migration
    `.execute(this.#database)
    return rows[0]?.version ?? 0
  }

  /** The SHA-256 of some evidence files that rows name. */
  async someEvidence(): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('attestation')
      .select('evidence_sha256')
      .where('evidence_sha256', 'is not', null)
      .limit(samples)
      .execute()
    return rows.flatMap(({ evidence_sha256: sha256 }) => sha256 ?? [])
  }
}
