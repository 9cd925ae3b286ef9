import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { SessionRules } from '#server/platform/sign-in-config.ts'
import { isLive } from './find-callers.ts'
import { hasCome, voidLinks } from './users.ts'

/**
 * Keys and sessions of a person, whatever their organizations, and the organizations whose audit
 * logs have what they do with them.
 */
export class OwnAccount {
  readonly #database: Kysely<Tables>
  readonly #userId: string

  constructor(database: Kysely<Tables>, userId: string) {
    this.#database = database
    this.#userId = userId
  }

  /**
   * Their own organization, and every other that they have come to: each logs what they do for
   * themselves. An organization that only named them learns nothing.
   */
  async organizations(): Promise<{ org: OrgDatabase; kind: 'personal' | 'shared' }[]> {
    const rows = await this.#database
      .selectFrom('membership')
      .innerJoin('organization', 'organization.id', 'membership.org_id')
      .select(['membership.org_id', 'organization.kind'])
      .innerJoin('user_account', 'user_account.id', 'membership.user_id')
      .where('membership.user_id', '=', this.#userId)
      .where(sql<boolean>`(organization.kind = 'personal' or ${hasCome})`)
      // Nobody is in that of the instance.
      .$narrowType<{ kind: 'personal' | 'shared' }>()
      .orderBy('membership.org_id')
      .execute()
    return rows.map(({ org_id, kind }) => ({ org: new OrgDatabase(this.#database, org_id), kind }))
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

  /** Changes a key; called with the key locked. */
  async updateKey(id: string, fields: Updateable<Tables['api_key']>): Promise<void> {
    await this.#database.updateTable('api_key').set(fields).where('id', '=', id).execute()
  }

  /** Sessions that have not ended, last seen first. */
  listSessions(now: number, rules: SessionRules) {
    return this.#database
      .selectFrom('session')
      .innerJoin('user_account', 'user_account.id', 'session.user_id')
      .leftJoin('api_key', 'api_key.id', 'session.key_id')
      .select(['session.hash', 'session.id', 'session.user_agent', 'session.address'])
      .select(['session.created_at', 'session.last_seen_at', 'session.expires_at'])
      .where('session.user_id', '=', this.#userId)
      .where(sql.raw<boolean>(isLive(now.toFixed(3), rules)))
      .orderBy('session.last_seen_at', 'desc')
      .orderBy('session.id')
      .execute()
  }

  /** Starts a session, deletes expired ones, and voids sign-in links. */
  async addSession(session: Omit<Insertable<Tables['session']>, 'user_id'>): Promise<void> {
    const { created_at } = session
    await voidLinks(this.#userId, created_at).execute(this.#database)
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

  /** A session by the hash of its token. */
  findSession(hash: Buffer) {
    return this.#database
      .selectFrom('session')
      .select(['id', 'id_token'])
      .where('user_id', '=', this.#userId)
      .where('hash', '=', hash)
      .executeTakeFirst()
  }

  /** Moves a session from the key that it was opened with to its replacement. */
  async moveSession(hash: Buffer, from: string, to: string): Promise<void> {
    await this.#database
      .updateTable('session')
      .set({ key_id: to })
      .where('hash', '=', hash)
      .where('key_id', '=', from)
      .execute()
  }

  /** Ends one session, or all but one. @returns number of sessions */
  async endSessions(which: { id: string } | { hash: Buffer } | { except: Buffer | null }) {
    let query = this.#database.deleteFrom('session').where('user_id', '=', this.#userId)
    if ('id' in which) query = query.where('id', '=', which.id)
    else if ('hash' in which) query = query.where('hash', '=', which.hash)
    else if (which.except) query = query.where('hash', '!=', which.except)
    const { numDeletedRows } = await query.executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
}
