import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { Session } from '#contract/session.ts'
import type { Actor } from '../../handler.ts'
import type { PresentedKey } from '../../session/api-key.ts'
import { OrgDatabase } from '../org-database.ts'
import type { Tables } from '../tables.ts'
import { type Asked, type CallerRow, findByKey, findBySession } from './callers.ts'
import { KeyUses } from './key-uses.ts'
import { OwnAccount } from './own-account.ts'
import { findRefusedKey, findRefusedLink, type RefusedSignIn } from './refused.ts'

/** Tables whose rows wait for background work. */
export type WaitingTable =
  | 'record_pending'
  | 'artifact_delta'
  | 'attestation_delta'
  | 'trail_delta'
  | 'dirty'
  | 'dirty_environment'
  | 'refusal'

/** The zone that the organization at hand shows beside UTC. */
const timeZone = sql<string | null>`(
  select value ->> 'time_zone' from organization_setting
  where organization_setting.org_id = organization.id and section = 'time')`

/** The newest sealed entry of the organization at hand. */
const lastChange = sql<number>`coalesce((
  select max(seq) from record_seal where record_seal.org_id = organization.id), 0)::integer`

/** A caller by name. */
type CallerName = Pick<Actor, 'userId' | 'name' | 'isServiceAccount'>

/** What a caller may reach: themselves, and the organization asked for when they are in it. */
export interface Access {
  actor: Actor
  org: { database: OrgDatabase; kind: 'personal' | 'shared'; role: Role } | null
}

/** The few queries that cross organizations: who is calling, and what they belong to. */
export class AcrossOrganizations {
  readonly #database: Kysely<Tables>
  readonly #keyUses = new KeyUses()

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Access of a valid key, or null. One query: it stands before every request. */
  async accessByKey(key: PresentedKey, asked: Asked): Promise<Access | null> {
    const found = await findByKey(this.#database, key, asked)
    if (found?.key_org_id) this.#keyUses.count(found.key_org_id, found.key_id, asked.now)
    return found && this.#access(found, asked, { id: found.key_id, label: found.key_label })
  }

  /** Access of a session that has not ended, or null. */
  async accessBySession(hash: Buffer, asked: Asked): Promise<Access | null> {
    const found = await findBySession(this.#database, hash, asked)
    return found && this.#access(found, asked, null)
  }

  /** Whose key or one-time link it is that was refused, or null. */
  findRefused(given: PresentedKey | Buffer, now: number): Promise<RefusedSignIn | null> {
    return Buffer.isBuffer(given)
      ? findRefusedLink(this.#database, given)
      : findRefusedKey(this.#database, given, now)
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

  #access(
    row: CallerRow,
    { address, requestId }: Asked,
    key: { id: string; label: string } | null,
  ): Access {
    const { user_id, user_name, org_id, org_kind, role, is_service_account } = row
    return {
      actor: {
        userId: user_id,
        name: user_name,
        keyId: key?.id ?? null,
        keyLabel: key?.label ?? null,
        address,
        requestId,
        isServiceAccount: is_service_account,
      },
      org:
        org_id && org_kind && role
          ? { database: new OrgDatabase(this.#database, org_id), kind: org_kind, role }
          : null,
    }
  }

  /** Stores how often keys were used since the last time. */
  saveKeyUses(): Promise<void> {
    return this.#keyUses.save(this.#database)
  }

  /** What a person has for themselves, whatever their organizations. */
  ownAccount(userId: string): OwnAccount {
    return new OwnAccount(this.#database, userId)
  }

  /** Changes what a person has for themselves, in one transaction. */
  changeOwnAccount<T>(userId: string, work: (own: OwnAccount) => Promise<T>): Promise<T> {
    return this.#database.transaction().execute((tx) => work(new OwnAccount(tx, userId)))
  }

  /** Who somebody is and where they belong, for the dashboard. */
  async sessionOf({ userId, name, isServiceAccount }: CallerName): Promise<Session> {
    if (isServiceAccount) {
      const place = await this.#placeOf(userId)
      const organizations = place ? [{ ...place, kind: 'shared' as const }] : []
      return { user: { name, email: null }, default_org: place?.name ?? null, organizations }
    }
    const user = await this.#database
      .selectFrom('user_account')
      .leftJoin('organization', 'organization.id', 'user_account.default_org_id')
      .select(['user_account.email', 'organization.name as default_org'])
      .where('user_account.id', '=', userId)
      .executeTakeFirstOrThrow()
    const organizations = await this.#database
      .selectFrom('membership')
      .innerJoin('organization', 'organization.id', 'membership.org_id')
      .select(['organization.name', 'organization.kind', 'membership.role'])
      .select([timeZone.as('time_zone'), lastChange.as('last_change')])
      .where('membership.user_id', '=', userId)
      .orderBy('organization.kind', 'desc')
      .orderBy('organization.name')
      .execute()
    return { user: { name, email: user.email }, default_org: user.default_org, organizations }
  }

  /** The one organization of a service account, with its role there. */
  #placeOf(accountId: string) {
    return this.#database
      .selectFrom('service_account')
      .innerJoin('organization', 'organization.id', 'service_account.org_id')
      .select(['organization.name', 'service_account.privilege as role'])
      .select([timeZone.as('time_zone'), lastChange.as('last_change')])
      .where('service_account.id', '=', accountId)
      .executeTakeFirst()
  }

  /** Uses up a one-time sign-in token; the user it belongs to, or null. */
  async redeemSignInToken(hash: Buffer, now: number) {
    const user = await this.#database
      .updateTable('sign_in_token')
      .from('user_account')
      .set({ used_at: now })
      .whereRef('user_account.id', '=', 'sign_in_token.user_id')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_account.id', 'user_account.name'])
      .executeTakeFirst()
    return user ?? null
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
      .union(
        this.#database
          .selectFrom('override_state')
          .select('org_id')
          .where('expires_at', '<=', now)
          .where('ended_at', 'is', null),
      )
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations where something happened that nobody was told of yet, or was held until now. */
  async databasesTelling(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('notification_event')
      .select('org_id')
      .distinct()
      .where('told_at', 'is', null)
      .union(
        this.#database
          .selectFrom('delivery')
          .select('org_id')
          .where('next_at', '<=', now)
          .where(sql<boolean>`state in ('held', 'gathering')`),
      )
      .union(this.#database.selectFrom('selection_stale').select('org_id'))
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations where a message waits to be sent, now or later. */
  async databasesDelivering(): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization')
      .select('id')
      .where(
        sql<boolean>`exists (select 1 from delivery
          where delivery.org_id = organization.id and delivery.state = 'waiting')`,
      )
      .execute()
    return rows.map(({ id }) => new OrgDatabase(this.#database, id))
  }

  /** Organizations where a message was sent, or answered, before an instant, and is still kept. */
  async databasesRemembering(before: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization')
      .select('id')
      .where(
        sql<boolean>`exists (select 1 from notification_event where org_id = organization.id
            and payload is not null and told_at < ${before})
          or exists (select 1 from delivery where org_id = organization.id
            and payload is not null and state in ('delivered', 'failed') and created_at < ${before})
          or exists (select 1 from delivery_attempt where org_id = organization.id
            and response is not null and at < ${before})`,
      )
      .execute()
    return rows.map(({ id }) => new OrgDatabase(this.#database, id))
  }

  /** The name of an organization, for work that no request asked for. */
  async organizationName(id: string): Promise<string> {
    const row = await this.#database
      .selectFrom('organization')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.name
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
