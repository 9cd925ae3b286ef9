import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { Session } from '#contract/session/session.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { Databases } from '#server/database/databases.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { StoredSections } from '#server/database/tables/organization.ts'
import type { Tables } from '#server/database/tables.ts'
import { retryDeadlocks } from '#server/database/write-conflicts.ts'
import type { Actor, Author } from '#server/platform/actor.ts'
import type { PresentedKey } from '#server/platform/credentials.ts'
import type { SessionRules } from '#server/platform/sign-in-config.ts'
import { AccessCache, type AccessChanges } from './access-cache.ts'
import {
  type CallerScope,
  type CallerRow,
  findAllowed,
  findByKey,
  findBySession,
  type KeyRow,
  type SessionRow,
  type StreamCaller,
} from './find-callers.ts'
import { KeyUses } from './key-usage.ts'
import { OwnAccount } from './own-account.ts'
import { findRefusedKey, findRefusedLink, type RefusedSignIn } from './refused-credentials.ts'
import { OperatorWrite } from './operator.ts'
import { type CallerName, findSession } from './session.ts'
import { isInvited } from './users.ts'

/** Access of a caller: themselves, and the requested organization if they are in it. */
export interface Access {
  actor: Actor
  org: { database: OrgDatabase; kind: 'personal' | 'shared'; role: Role } | null
  /** Where the key is too old for that organization: how many days one may be old. */
  keyDays: number | null
  /** When the organization is purged, for a member where it was deleted; Unix seconds. */
  purgeAt: number | null
}

/** The few queries that cross organizations: callers and their memberships. */
export class SystemDatabase {
  readonly #database: Kysely<Tables>
  readonly #databases: Databases
  readonly #keyUses = new KeyUses()
  readonly #byKey: AccessCache<KeyRow>
  readonly #bySession: AccessCache<SessionRow>

  /** How long sessions last. */
  readonly sessions: SessionRules

  constructor(databases: Databases, sessions: SessionRules, changes: AccessChanges) {
    this.sessions = sessions
    this.#byKey = new AccessCache(changes)
    this.#bySession = new AccessCache(changes)
    this.#databases = databases
    this.#database = databases.system
  }

  /** Returns the access of a valid key, or null, by at most one query: it runs before every request. */
  async accessByKey(key: PresentedKey, scope: CallerScope): Promise<Access | null> {
    const found = await findByKey(this.#database, this.#byKey, key, scope)
    if (found?.key_org_id) this.#keyUses.count(found.key_org_id, found.key_id, scope.now)
    return found && this.#access(found, scope, { id: found.key_id, label: found.key_label })
  }

  /** Returns the access of a session that has not ended, or null. */
  async accessBySession(hash: Buffer, scope: CallerScope): Promise<Access | null> {
    const { sessions } = this
    const found = await findBySession(this.#database, this.#bySession, hash, scope, sessions)
    return found && this.#access(found, scope, null)
  }

  /** Returns which callers, authenticated earlier, still have access. */
  findAllowed(callers: readonly StreamCaller[], now: number): Promise<Set<StreamCaller>> {
    return findAllowed(this.#database, callers, now, this.sessions)
  }

  /** Finds the owner of a refused key or one-time link, or null. */
  findRefused(given: PresentedKey | Buffer, now: number): Promise<RefusedSignIn | null> {
    return Buffer.isBuffer(given)
      ? findRefusedLink(this.#database, given)
      : findRefusedKey(this.#database, given, now)
  }

  #access(
    row: CallerRow,
    { address, requestId }: CallerScope,
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
        responsibleId: row.responsible_id,
        keyEndsAt: row.ends_at,
        keyMadeAt: row.key_made_at,
        signedInAt: row.signed_in_at,
      },
      org:
        org_id && org_kind && role
          ? { database: this.#inItsShare(org_id, row.settings), kind: org_kind, role }
          : null,
      keyDays: row.key_days,
      purgeAt: row.purge_at,
    }
  }

  /** The database of an organization for requests, limited to the organization's share. */
  #inItsShare(orgId: string, settings: StoredSections): OrgDatabase {
    const database = this.#databases.ofOrganization(orgId)
    return new OrgDatabase({ database, afterCommit: [], settings }, orgId)
  }

  /** Stores the key uses counted since the last time. */
  saveKeyUses(): Promise<void> {
    return this.#keyUses.save(this.#database)
  }

  /** Returns what a person owns whatever their organizations. */
  ownAccount(userId: string): OwnAccount {
    return new OwnAccount(this.#database, userId)
  }

  /** Changes what a person owns, in one transaction; after a deadlock the work runs again. */
  changeOwnAccount<T>(userId: string, work: (own: OwnAccount) => Promise<T>): Promise<T> {
    return retryDeadlocks(() =>
      this.#database.transaction().execute((tx) => work(new OwnAccount(tx, userId))),
    )
  }

  /** Returns the identity and memberships of a caller, for the dashboard. */
  sessionOf(caller: CallerName): Promise<Session> {
    return findSession(this.#database, caller)
  }

  /**
   * Redeems a one-time sign-in token and returns its user, or null. One that an organization made
   * works as long as it may make one: while the user is in no other organization and has never
   * come.
   */
  async redeemSignInToken(hash: Buffer, now: number, from: 'anyone' | 'operator') {
    const redeeming = this.#database
      .updateTable('sign_in_token')
      .from('user_account')
      .set({ used_at: now })
      .whereRef('user_account.id', '=', 'sign_in_token.user_id')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('user_account.disabled_at', 'is', null)
      .where(sql<boolean>`(${from} = 'anyone' or sign_in_token.org_id is null)`)
      .where(
        sql<boolean>`(sign_in_token.org_id is null or (${isInvited(sql`sign_in_token.org_id`)}
          and exists (select from membership where membership.user_id = user_account.id
            and membership.org_id = sign_in_token.org_id)))`,
      )
      .returning(['user_account.id', 'user_account.name'])
    // Nodes lock whole tables that a change asks, so that two calls with one link may deadlock.
    const user = await retryDeadlocks(() => redeeming.executeTakeFirst())
    return user ?? null
  }

  /**
   * Runs a write of several organizations in one transaction, by the operator unless said; after a
   * deadlock it runs again.
   */
  write<T>(
    { clock, newId }: { clock: () => number; newId: () => string },
    work: (write: OperatorWrite) => Promise<T>,
    author?: Author,
  ): Promise<T> {
    return retryDeadlocks(() =>
      this.#database
        .transaction()
        .execute((tx) => work(new OperatorWrite(tx, clock(), newId, author))),
    )
  }

  /** Returns the name of an organization, for work without a request. */
  async organizationName(id: string): Promise<string> {
    const row = await this.#database
      .selectFrom('organization')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.name
  }

  /** Deletes idempotency keys taken before an instant. */
  async forgetKeys(takenBefore: number): Promise<void> {
    await this.#database
      .deleteFrom('idempotency_key')
      .where('created_at', '<', takenBefore)
      .execute()
  }

  /** Counts unsealed audit entries, up to a hundred thousand. */
  async countUnsealed(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from record_pending limit 100000) as pending
    `.execute(this.#database)
    return rows[0]?.count ?? 0
  }

  /** Returns the instant of the oldest unsealed audit entry, Unix seconds, or null. */
  async oldestUnsealed(): Promise<number | null> {
    // Ids begin with the time: the smallest is the oldest.
    const row = await this.#database
      .selectFrom('record_pending')
      .innerJoin('record', onOrgAnd('record.id', 'record_pending.record_id'))
      .select('record.recorded_at')
      .orderBy('record_pending.record_id')
      .limit(1)
      .executeTakeFirst()
    return row?.recorded_at ?? null
  }

  /** Counts the messages of all organizations that wait to be sent, up to a hundred thousand. */
  async countWaitingDeliveries(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from delivery where state = 'waiting' limit 100000) as waiting
    `.execute(this.#database)
    return rows[0]?.count ?? 0
  }

  /** Queries the database once. @throws if it does not answer */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.#database)
  }
}
