import type { Insertable, Kysely, Updateable } from 'kysely'
import { OrgDatabase } from '../org-database.ts'
import type { Tables } from '../tables.ts'

/** What a person has for themselves, whatever their organizations: keys, sessions, a default. */
export class OwnAccount {
  readonly #database: Kysely<Tables>
  readonly #userId: string

  constructor(database: Kysely<Tables>, userId: string) {
    this.#database = database
    this.#userId = userId
  }

  /** Every organization that they are in: each keeps a record of what they do for themselves. */
  async organizations(): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('membership')
      .select('org_id')
      .where('user_id', '=', this.#userId)
      .orderBy('org_id')
      .execute()
    return rows.map(({ org_id }) => new OrgDatabase(this.#database, org_id))
  }

  /** All personal keys, newest first. */
  listKeys() {
    return this.#database
      .selectFrom('api_key')
      .selectAll('api_key')
      .where('user_id', '=', this.#userId)
      .orderBy('id', 'desc')
      .execute()
  }

  /** A personal key, locked against other changes. */
  lockKey(id: string) {
    return this.#database
      .selectFrom('api_key')
      .selectAll('api_key')
      .where('user_id', '=', this.#userId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  }

  async addKey(key: Omit<Insertable<Tables['api_key']>, 'user_id'>): Promise<void> {
    await this.#database
      .insertInto('api_key')
      .values({ ...key, user_id: this.#userId })
      .execute()
  }

  /** Changes a key; call it with the key locked. */
  async updateKey(id: string, fields: Updateable<Tables['api_key']>): Promise<void> {
    await this.#database.updateTable('api_key').set(fields).where('id', '=', id).execute()
  }

  /** Sessions that have not ended, last seen first. */
  listSessions(now: number) {
    return this.#database
      .selectFrom('session')
      .selectAll('session')
      .where('user_id', '=', this.#userId)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute()
  }

  /** Starts a session, and clears away those that ended by themselves. */
  async addSession(session: Omit<Insertable<Tables['session']>, 'user_id'>): Promise<void> {
    const { created_at } = session
    await this.#database.deleteFrom('session').where('expires_at', '<', created_at).execute()
    await this.#database
      .insertInto('session')
      .values({ ...session, user_id: this.#userId })
      .execute()
    await this.#database
      .updateTable('user_account')
      .set({ last_seen_at: created_at })
      .where('id', '=', this.#userId)
      .execute()
  }

  /** Ends one session, or all but one. @returns how many */
  async endSessions(which: { id: string } | { hash: Buffer } | { except: Buffer | null }) {
    let query = this.#database.deleteFrom('session').where('user_id', '=', this.#userId)
    if ('id' in which) query = query.where('id', '=', which.id)
    else if ('hash' in which) query = query.where('hash', '=', which.hash)
    else if (which.except) query = query.where('hash', '!=', which.except)
    const { numDeletedRows } = await query.executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
}
