import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** First text encrypted under the key that encrypts the secrets of this database. */
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

  /** Stores it, unless another process has meanwhile. @returns the stored one */
  async insertIfAbsent(sealed: Buffer): Promise<Buffer> {
    await this.#database
      .insertInto('secret_canary')
      .values({ sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await this.find()) ?? sealed
  }

  /** Replaces it with one encrypted by another key. */
  async replace(sealed: Buffer): Promise<void> {
    await this.#database
      .insertInto('secret_canary')
      .values({ sealed })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ sealed }))
      .execute()
  }

  /** The newest encrypted address of a target: it checks the key of a database from before canaries. */
  newestAddress() {
    return this.#database
      .selectFrom('notification_target')
      .select(['org_id', 'id', 'address'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}
