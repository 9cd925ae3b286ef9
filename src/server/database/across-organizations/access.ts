import { timingSafeEqual } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { Session } from '#contract/session.ts'
import type { Actor } from '../../handler.ts'
import type { PresentedKey } from '../../session/api-key.ts'
import { OrgDatabase } from '../org-database.ts'
import type { Tables } from '../tables.ts'

/** Tables whose rows wait for background work. */
export type WaitingTable =
  | 'record_pending'
  | 'artifact_delta'
  | 'attestation_delta'
  | 'trail_delta'
  | 'dirty'
  | 'dirty_environment'

/** What a caller may reach: themselves, and the organization asked for when they are in it. */
export interface Access {
  actor: Actor
  org: { database: OrgDatabase; role: Role } | null
}

interface AccessRow {
  user_id: string
  user_name: string
  org_id: string | null
  role: Role | null
}

interface KeyRow extends AccessRow {
  key_id: string
  hash: Buffer
  last_used_at: number | null
}

// These stand before every request: plain text spares building the same query each time.
const caller = `user_account.id as user_id, user_account.name as user_name,
  membership.org_id, membership.role`
const inOrganization = `left join organization on organization.name = $2
  left join membership on membership.user_id = user_account.id
    and membership.org_id = organization.id`
const byKey = (column: 'id' | 'hash') => `
  select ${caller}, api_key.id as key_id, api_key.hash, api_key.last_used_at
  from api_key join user_account on user_account.id = api_key.user_id ${inOrganization}
  where api_key.${column} = $1 and api_key.revoked_at is null
    and (api_key.expires_at is null or api_key.expires_at > $3)`
const byKeyId = byKey('id')
const byKeyHash = byKey('hash')
const bySession = `
  select ${caller}
  from session join user_account on user_account.id = session.user_id ${inOrganization}
  where session.hash = $1 and session.expires_at > $3`

/** A key's use is noted at most this often, in seconds, so that reading stays a read. */
const useNotedEvery = 60

/** The few queries that cross organizations: who is calling, and what they belong to. */
export class AcrossOrganizations {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Access of a valid key, or null. One query: it stands before every request. */
  async accessByKey(
    key: PresentedKey,
    orgName: string | null,
    now: number,
  ): Promise<Access | null> {
    const query =
      key.id === null
        ? CompiledQuery.raw(byKeyHash, [key.hash, orgName, now])
        : CompiledQuery.raw(byKeyId, [key.id, orgName, now])
    const { rows } = await this.#database.executeQuery(query as CompiledQuery<KeyRow>)
    const [found] = rows
    if (!found || !timingSafeEqual(found.hash, key.hash)) return null
    if (now - (found.last_used_at ?? 0) > useNotedEvery) await this.#noteUse(found.key_id, now)
    return this.#access(found, found.key_id)
  }

  /** Access of a session that has not ended, or null. */
  async accessBySession(hash: Buffer, orgName: string | null, now: number): Promise<Access | null> {
    const query = CompiledQuery.raw(bySession, [hash, orgName, now]) as CompiledQuery<AccessRow>
    const [found] = (await this.#database.executeQuery(query)).rows
    return found ? this.#access(found, null) : null
  }

  /** Whose key has been used, of the members of an organization; null when no key has. */
  async usedKeyIn(orgId: string): Promise<string | null> {
    const row = await this.#database
      .selectFrom('membership')
      .innerJoin('api_key', 'api_key.user_id', 'membership.user_id')
      .innerJoin('user_account', 'user_account.id', 'membership.user_id')
      .select('user_account.name')
      .where('membership.org_id', '=', orgId)
      .where('api_key.last_used_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return row?.name ?? null
  }

  #access(row: AccessRow, keyId: string | null): Access {
    return {
      actor: { userId: row.user_id, name: row.user_name, keyId },
      org:
        row.org_id && row.role
          ? { database: new OrgDatabase(this.#database, row.org_id), role: row.role }
          : null,
    }
  }

  async #noteUse(keyId: string, now: number): Promise<void> {
    await this.#database
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where('id', '=', keyId)
      .execute()
  }

  /** Who a user is and where they belong, for the dashboard. */
  async sessionOf(userId: string): Promise<Session> {
    const user = await this.#database
      .selectFrom('user_account')
      .leftJoin('organization', 'organization.id', 'user_account.default_org_id')
      .select(['user_account.name', 'user_account.email', 'organization.name as default_org'])
      .where('user_account.id', '=', userId)
      .executeTakeFirstOrThrow()
    const organizations = await this.#database
      .selectFrom('membership')
      .innerJoin('organization', 'organization.id', 'membership.org_id')
      .select(['organization.name', 'organization.kind', 'membership.role'])
      .where('membership.user_id', '=', userId)
      .orderBy('organization.kind', 'desc')
      .orderBy('organization.name')
      .execute()
    const { name, email, default_org } = user
    return { user: { name, email }, default_org, organizations }
  }

  /** Starts a session. */
  async addSession(session: {
    hash: Buffer
    user_id: string
    created_at: number
    expires_at: number
  }): Promise<void> {
    await this.#database
      .deleteFrom('session')
      .where('expires_at', '<', session.created_at)
      .execute()
    await this.#database.insertInto('session').values(session).execute()
  }

  async endSession(hash: Buffer): Promise<void> {
    await this.#database.deleteFrom('session').where('hash', '=', hash).execute()
  }

  /** Uses up a one-time sign-in token; the user it belongs to, or null. */
  async redeemSignInToken(hash: Buffer, now: number): Promise<string | null> {
    const token = await this.#database
      .updateTable('sign_in_token')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst()
    return token?.user_id ?? null
  }

  /** Organizations with rows that wait for background work. */
  async databasesWaitingIn(table: WaitingTable): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom(table as 'record_pending')
      .select('org_id')
      .distinct()
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations where artifacts are allowed until an instant that has come. */
  async databasesExpiring(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('allowed_artifact')
      .select('org_id')
      .distinct()
      .where('expires_at', '<=', now)
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Forgets idempotency keys that were taken before an instant. */
  async forgetKeys(takenBefore: number): Promise<void> {
    await this.#database
      .deleteFrom('idempotency_key')
      .where('created_at', '<', takenBefore)
      .execute()
  }

  /** How many records wait for their seal; counted to a hundred thousand at most. */
  async countUnsealed(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from record_pending limit 100000) as pending
    `.execute(this.#database)
    return rows[0]?.count ?? 0
  }

  /** Whether the database answers. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.#database)
  }
}
