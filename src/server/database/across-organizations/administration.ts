import type { Insertable, Kysely } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import { patterns } from '#contract/common.ts'
import type { Clock } from '../../clock.ts'
import { isImportable, makeKey } from '../../session/api-key.ts'
import { hashSecret } from '../../session/hash-secret.ts'
import type { ApiKey } from '../tables/account.ts'
import type { Tables } from '../tables.ts'
import { reservedNames } from './names.ts'

/** A name or key that cannot be used; the message says why. */
export class AdministrationError extends Error {}

/** Users, organizations, members and keys: what the `cairn` commands do. Everything may be repeated. */
export class Administration {
  readonly #database: Kysely<Tables>
  readonly #clock: Clock
  readonly #newId: () => string

  constructor(database: Kysely<Tables>, clock: Clock, newId: () => string) {
    this.#database = database
    this.#clock = clock
    this.#newId = newId
  }

  /** Whether nobody was ever added: the first run. */
  async isEmpty(): Promise<boolean> {
    const user = await this.#database.selectFrom('user_account').select('id').limit(1).execute()
    return user.length === 0
  }

  /** Adds a user and their personal organization. @returns false when they exist @throws AdministrationError */
  async addUser(name: string, email?: string): Promise<boolean> {
    requireName(name)
    return this.#database.transaction().execute(async (tx) => {
      const made = { id: this.#newId(), created_at: this.#clock() }
      const added = await tx
        .insertInto('user_account')
        .values({ ...made, name, email: email ?? null, default_org_id: null })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) {
        if (email)
          await tx.updateTable('user_account').set({ email }).where('name', '=', name).execute()
        return false
      }
      const org = { id: this.#newId(), name, kind: 'personal' as const }
      const taken = await tx
        .selectFrom('organization')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirst()
      if (taken) throw new AdministrationError(`An organization named '${name}' exists already`)
      const { created_at } = made
      await tx
        .insertInto('organization')
        .values({ ...org, created_at })
        .execute()
      await tx
        .insertInto('membership')
        .values({ org_id: org.id, user_id: added.id, role: 'admin', created_at })
        .execute()
      return true
    })
  }

  /** Adds a shared organization with its first administrator. @returns false when it exists */
  async addOrganization(name: string, owner: string): Promise<boolean> {
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
    await this.addMember(name, owner, 'admin')
    await this.#database
      .updateTable('user_account')
      .set({ default_org_id: (await this.#organization(name)).id })
      .where('id', '=', user.id)
      .where('default_org_id', 'is', null)
      .execute()
    return added !== undefined
  }

  /** Gives a user a role in a shared organization. @throws AdministrationError */
  async addMember(org: string, user: string, role: Role): Promise<void> {
    const { id: org_id, kind } = await this.#organization(org)
    if (kind === 'personal') {
      throw new AdministrationError(`'${org}' is a personal organization: it has one member`)
    }
    const { id: user_id } = await this.#user(user)
    await this.#database
      .insertInto('membership')
      .values({ org_id, user_id, role, created_at: this.#clock() })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role }))
      .execute()
  }

  /** Whether a user is a member of an organization. @throws AdministrationError */
  async isMember(org: string, user: string): Promise<boolean> {
    const membership = await this.#database
      .selectFrom('membership')
      .select('role')
      .where('org_id', '=', (await this.#organization(org)).id)
      .where('user_id', '=', (await this.#user(user)).id)
      .executeTakeFirst()
    return membership !== undefined
  }

  /** Whether an organization has flows, archived ones too. @throws AdministrationError */
  async hasFlows(org: string): Promise<boolean> {
    const flow = await this.#database
      .selectFrom('flow')
      .select('id')
      .where('org_id', '=', (await this.#organization(org)).id)
      .limit(1)
      .executeTakeFirst()
    return flow !== undefined
  }

  /** Makes a personal key; the only time that its text is seen. */
  async addKey(user: string, description: string): Promise<string> {
    const { id: user_id } = await this.#user(user)
    const id = this.#newId()
    const key = makeKey('personal', id)
    await this.#insertKey({ id, user_id, hash: hashSecret(key), description })
    return key
  }

  /** Imports a key that pipelines already use. @returns false when they have it @throws AdministrationError */
  async importKey(user: string, key: string): Promise<boolean> {
    if (!isImportable(key)) {
      throw new AdministrationError(
        'A key has 16 to 512 visible ASCII characters without space or colon, and does not begin with cairn_',
      )
    }
    const { id: user_id } = await this.#user(user)
    const hash = hashSecret(key)
    const known = await this.#database
      .selectFrom('api_key')
      .select('user_id')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known && known.user_id !== user_id) {
      throw new AdministrationError('This key belongs to somebody else')
    }
    if (known) return false
    await this.#insertKey({
      id: this.#newId(),
      user_id,
      hash,
      description: 'imported',
      is_imported: true,
    })
    return true
  }

  /** Stores a one-time sign-in token that is valid for some seconds. */
  async addSignInToken(user: string, hash: Buffer, lifetime: number): Promise<void> {
    const { id: user_id } = await this.#user(user)
    const created_at = this.#clock()
    await this.#database
      .insertInto('sign_in_token')
      .values({ hash, user_id, created_at, expires_at: created_at + lifetime, used_at: null })
      .execute()
  }

  async #insertKey(key: Omit<Insertable<ApiKey>, 'created_at' | 'expires_at'>) {
    await this.#database
      .insertInto('api_key')
      .values({ ...key, created_at: this.#clock(), expires_at: null })
      .execute()
  }

  async #user(name: string) {
    const user = await this.#database
      .selectFrom('user_account')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst()
    if (!user) throw new AdministrationError(`There is no user named '${name}'`)
    return user
  }

  async #organization(name: string) {
    const organization = await this.#database
      .selectFrom('organization')
      .select(['id', 'kind'])
      .where('name', '=', name)
      .executeTakeFirst()
    if (!organization) throw new AdministrationError(`There is no organization named '${name}'`)
    return organization
  }
}

function requireName(name: string): void {
  if (!patterns.organization.test(name) || name.length > 64) {
    throw new AdministrationError(
      `'${name}' should match ${patterns.organization.source} and have at most 64 characters`,
    )
  }
  if (reservedNames.includes(name)) throw new AdministrationError(`The name '${name}' is reserved`)
}
