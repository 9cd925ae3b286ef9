import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** What was sealed first under the key that the secrets of this database are stored under. */
export class SecretCanary {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Null on a new database. */
  async find(): Promise<Buffer | null> {
    const row = await this.#database.selectFrom('secret_canary').select('sealed').executeTakeFirst()
    return row?.sealed ?? null
  }

  /** Keeps it, if no other process has meanwhile. @returns what is kept */
  async keep(sealed: Buffer): Promise<Buffer> {
    await this.#database
      .insertInto('secret_canary')
      .values({ sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await this.find()) ?? sealed
  }

  /** Keeps what another key has sealed. */
  async replace(sealed: Buffer): Promise<void> {
    await this.#database
      .insertInto('secret_canary')
      .values({ sealed })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ sealed }))
      .execute()
  }

  /** The newest secret of a database that is older than its canary. */
  newestAddress() {
    return this.#database
      .selectFrom('notification_target')
      .select(['org_id', 'id', 'address'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}
