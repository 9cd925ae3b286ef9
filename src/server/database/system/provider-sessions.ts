import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Seconds between checks of a session that is used. */
const checkEvery = 45
/** Seconds since its last noticed use, which is noticed once a minute, for which one is used. */
const usedFor = 120
/** Sessions that are taken at once. */
const batch = 50

/** An open session of single sign-on, to be checked; its tokens are encrypted. */
export interface CheckedSession {
  hash: Buffer
  id: string
  user_id: string
  user_name: string
  id_token: Buffer
  refresh_token: Buffer
}

/** The sessions of all organizations that the identity provider vouches for. */
export class ProviderSessions {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Takes sessions that are used and were not checked lately: no other process takes them now. */
  async take(now: number): Promise<CheckedSession[]> {
    const { rows } = await sql<CheckedSession>`
      update session set checked_at = ${now} from user_account
      where user_account.id = session.user_id and session.hash in (
        select hash from session
        where refresh_token is not null and id_token is not null and checked_at <= ${now - checkEvery}
          and last_seen_at > ${now - usedFor} and expires_at > ${now}
        order by checked_at limit ${batch} for update skip locked)
      returning session.hash, session.id, session.user_id, user_account.name as user_name,
        session.id_token, session.refresh_token`.execute(this.#database)
    return rows
  }

  /** Stores the tokens that took the place of others. */
  async renew(hash: Buffer, tokens: { id_token: Buffer; refresh_token: Buffer }): Promise<void> {
    await this.#database.updateTable('session').set(tokens).where('hash', '=', hash).execute()
  }
}
