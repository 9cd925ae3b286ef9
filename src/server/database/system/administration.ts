import { type Kysely, sql, type Insertable } from 'kysely'
import type pg from 'pg'
import type { Role } from '#contract/common/endpoint.ts'
import { withDatabase } from '#server/database/pool.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ApiKey } from '#server/database/tables/organization.ts'
import {
  changeRole,
  giveRole,
  removeMember,
  isNameOfAccount,
} from '#server/member/change-members.ts'
import { findMemberRole } from '#server/member/queries.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { makeKey, hashSecret, importRefusal } from '#server/platform/credentials.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { addUser, type UserAddition } from './add-user.ts'
import { organizationNamed } from './directory.ts'
import { AdministrationError, requireName } from './names.ts'
import { OperatorWrite } from './operator.ts'
import { setDisabled, revokeKeys, endSessions } from './revocation.ts'
import { voidLinks } from './users.ts'

/**
 * Users, organizations, members and keys for the `cairn` commands. Every operation may be repeated.
 */
export class Administration {
  readonly #database: Kysely<Tables>
  readonly #clock: Clock
  readonly #newId: () => string

  constructor(database: Kysely<Tables>, clock: Clock, newId: () => string) {
    this.#database = database
    this.#clock = clock
    this.#newId = newId
  }

  /** Runs work in one transaction, serialized between processes. */
  async alone<T>(work: (administration: Administration) => Promise<T>): Promise<T> {
    return this.#database.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('cairn administration'))`.execute(tx)
      return work(new Administration(tx, this.#clock, this.#newId))
    })
  }

  /** Returns whether there are no users: the first run. */
  async isEmpty(): Promise<boolean> {
    const user = await this.#database.selectFrom('user_account').select('id').limit(1).execute()
    return user.length === 0
  }

  /**
   * Adds a user and their personal organization, or gives one who exists the e-mail address.
   * @throws AdministrationError
   */
  async addUser(name: string, email?: string): Promise<UserAddition> {
    return this.#write((write) => addUser(write, name, email))
  }

  /** Adds a shared organization with its first administrator, who is made admin of one that exists. */
  async addOrganization(
    name: string,
    owner: string,
    since?: number,
  ): Promise<{ isAdded: boolean; isAdminAdded: boolean }> {
    requireName(name)
    const user = await this.#user(owner)
    const org = { id: this.#newId(), name, kind: 'shared' as const, created_at: this.#clock() }
    const added = await this.#database
      .insertInto('organization')
      .values(org)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    const { kind } = await this.#organization(name)
    if (kind === 'personal') throw new AdministrationError(`'${name}' is a personal organization`)
    if (added)
      await this.#write((write) => write.logInstance('organization_added', { organization: name }))
    const isAdminAdded = await this.addMember(name, owner, 'admin', since)
    await this.#database
      .updateTable('user_account')
      .set({ default_org_id: (await this.#organization(name)).id })
      .where('id', '=', user.id)
      .where('default_org_id', 'is', null)
      .execute()
    return { isAdded: added !== undefined, isAdminAdded }
  }

  /**
   * Gives a user a role in a shared organization, in a past that is written from `since` on.
   * @returns false if they had it
   * @throws AdministrationError, and Problem for the last admin
   */
  async addMember(org: string, name: string, role: Role, since?: number): Promise<boolean> {
    const { id: org_id, kind } = await this.#organization(org)
    if (kind === 'personal') {
      throw new AdministrationError(`'${org}' is a personal organization: it has one member`)
    }
    const user = await this.#user(name)
    return this.#write(async (write) => {
      const scope = { ...write.in(org_id), ...(since && { at: since }), orgName: org }
      const role_before = await findMemberRole(scope.org, user.id)
      if (role_before === role) return false
      if (role_before === null && (await isNameOfAccount(scope.org, name)))
        throw new AdministrationError(
          `A service account of '${org}' is named '${name}', and records would name both alike`,
        )
      await (role_before ? changeRole(scope, name, role) : giveRole(scope, user, role))
      const kind = role_before === null ? 'member_added' : 'member_changed'
      await write.logInstance(kind, { name, organization: org, role_before, role_after: role })
      return true
    })
  }

  /**
   * Removes a user from a shared organization, and revokes the keys of service accounts that they
   * answer for there.
   * @returns false if they were no member
   * @throws AdministrationError, and Problem for the last admin
   */
  async removeMember(org: string, name: string): Promise<boolean> {
    const { id, kind } = await this.#organization(org)
    if (kind === 'personal') throw new AdministrationError(`'${org}' is a personal organization`)
    if (!(await this.isMember(org, name))) return false
    await this.#write(async (write) => {
      await removeMember({ ...write.in(id), orgName: org }, name)
      await write.logInstance('member_removed', { name, organization: org })
    })
    return true
  }

  /** Returns whether a user is a member of an organization. @throws AdministrationError */
  async isMember(org: string, user: string): Promise<boolean> {
    const membership = await this.#database
      .selectFrom('membership')
      .select('role')
      .where('org_id', '=', (await this.#organization(org)).id)
      .where('user_id', '=', (await this.#user(user)).id)
      .executeTakeFirst()
    return membership !== undefined
  }

  /**
   * Returns whether an organization has flows, archived ones included.
   * @throws AdministrationError
   */
  async hasFlows(org: string): Promise<boolean> {
    const flow = await this.#database
      .selectFrom('flow')
      .select('id')
      .where('org_id', '=', (await this.#organization(org)).id)
      .limit(1)
      .executeTakeFirst()
    return flow !== undefined
  }

  /** Makes a personal key and returns its text, which is not stored. */
  async addKey(user: string, description: string): Promise<string> {
    const id = this.#newId()
    const key = makeKey('personal', id)
    await this.#insertKey(await this.#user(user), { id, hash: hashSecret(key), description })
    return key
  }

  /**
   * Imports a key that pipelines already use.
   * @returns false if they have it
   * @throws AdministrationError
   */
  async importKey(user: string, key: string): Promise<boolean> {
    const weakness = importRefusal(key)
    if (weakness) throw new AdministrationError(weakness)
    const owner = await this.#user(user)
    const hash = hashSecret(key)
    const keys = this.#database.selectFrom('api_key').select('user_id').where('hash', '=', hash)
    const known = await keys.executeTakeFirst()
    if (known && known.user_id !== owner.id) {
      throw new AdministrationError('This key belongs to somebody else')
    }
    if (known) return false
    const description = 'imported'
    await this.#insertKey(owner, { id: this.#newId(), hash, description, is_imported: true })
    return true
  }

  /** Stores a one-time sign-in token that is valid for some seconds; earlier ones are void. */
  async addSignInToken(user: string, hash: Buffer, lifetime: number): Promise<void> {
    const owner = await this.#user(user)
    await this.#write(async (write) => {
      const { database, at: created_at } = write
      await voidLinks(owner.id, created_at).execute(database)
      const times = { created_at, expires_at: created_at + lifetime, used_at: null }
      await database
        .insertInto('sign_in_token')
        .values({ hash, user_id: owner.id, org_id: null, ...times })
        .execute()
      await write.logAbout(owner, 'sign_in_link_made', {})
    })
  }

  #inTransaction<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (this.#database.isTransaction) return work(this.#database)
    return this.#database.transaction().execute(work)
  }

  /** Disables a user, or enables them again. @returns false if that was so already */
  async setDisabled(user: string, isDisabled: boolean): Promise<boolean> {
    const owner = await this.#user(user)
    return this.#write((write) => setDisabled(write, owner, isDisabled))
  }

  /**
   * Revokes a personal key by its id, or all of a user.
   * @returns number of keys
   * @throws AdministrationError
   */
  async revokeKeys(user: string, id?: string): Promise<number> {
    const owner = await this.#user(user)
    const revoked = await this.#write((write) => revokeKeys(write, owner, id))
    if (id !== undefined && revoked === 0) {
      throw new AdministrationError(`'${user}' has no key '${id}' that works`)
    }
    return revoked
  }

  /** Ends all sessions of a user. @returns number of sessions */
  async endSessions(user: string): Promise<number> {
    const owner = await this.#user(user)
    return this.#write((write) => endSessions(write, owner))
  }

  #write<T>(work: (write: OperatorWrite) => Promise<T>): Promise<T> {
    return this.#inTransaction((tx) => work(new OperatorWrite(tx, this.#clock(), this.#newId)))
  }

  #insertKey(
    user: { id: string; name: string },
    key: Omit<Insertable<ApiKey>, 'user_id' | 'created_at' | 'expires_at'>,
  ): Promise<void> {
    return this.#write(async (write) => {
      const row = { ...key, user_id: user.id, created_at: write.at, expires_at: null }
      await write.database.insertInto('api_key').values(row).execute()
      const { id: key_id, description } = key
      await write.logAbout(user, 'key_created', { key_id, expires_at: null }, { description })
    })
  }

  async #user(name: string) {
    const user = await this.#database
      .selectFrom('user_account')
      .select(['id', 'name'])
      .where('name', '=', name)
      .executeTakeFirst()
    if (!user) throw new AdministrationError(`There is no user named '${name}'`)
    return user
  }

  async #organization(name: string) {
    const organization = await organizationNamed(this.#database, name)
    if (organization.purge_at !== null)
      throw new AdministrationError(`'${name}' was deleted: cairn org keep ${name} takes it back`)
    return organization
  }
}

/** Runs administration on connections of its own. */
export function withAdministration<T>(
  connection: pg.ClientConfig,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return withDatabase(connection, (database) =>
    work(new Administration(database, systemClock, createIdGenerator(systemClock))),
  )
}
