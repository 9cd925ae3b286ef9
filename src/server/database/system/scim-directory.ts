import { type Kysely, sql } from 'kysely'
import type { ScimCondition } from '#domain/scim/filter.ts'
import { unknownResource } from '#domain/scim/scim-refusal.ts'
import type { Tables } from '#server/database/tables.ts'
import { OperatorWrite, scim } from './operator.ts'
import {
  addScimUser,
  changeScimUser,
  findScimUser,
  listScimUsers,
  removeScimUser,
  type ScimUser,
  type ScimUserAttribute,
  type ScimUserInput,
} from './scim-users.ts'

/** The lock under which SCIM changes one thing at a time; signing in shares it. */
export const scimLock = sql`hashtext('cairn scim')`

/** Where a request of SCIM came from, for audit entries. */
export interface ScimOrigin {
  address: string
  requestId: string
}

/** What the directory of the identity provider tells, across organizations. */
export class ScimDirectory {
  readonly #database: Kysely<Tables>
  readonly #issuer: string | null
  readonly #maker: { clock: () => number; newId: () => string }

  /** @param issuer - of the identity provider that people sign in at; null for none */
  constructor(
    database: Kysely<Tables>,
    issuer: string | null,
    maker: { clock: () => number; newId: () => string },
  ) {
    this.#database = database
    this.#issuer = issuer
    this.#maker = maker
  }

  /** Lists users that meet all conditions, and counts all of them. */
  listUsers(
    conditions: readonly ScimCondition<ScimUserAttribute>[],
    page: { offset: number; limit: number },
  ) {
    return listScimUsers(this.#database, conditions, page)
  }

  /** Finds a user. @throws ScimRefusal 404 */
  async findUser(id: string): Promise<ScimUser> {
    return required(await findScimUser(this.#database, id), id)
  }

  /** Adds a user, to an account that is theirs or to a new one. @throws ScimRefusal 409 */
  addUser(from: ScimOrigin, input: ScimUserInput): Promise<ScimUser> {
    return this.#change(from, async (write) => {
      const id = await addScimUser(write, this.#issuer, input)
      return required(await findScimUser(write.database, id), id)
    })
  }

  /** Changes a user; `active` disables their accounts, or enables them. @throws ScimRefusal */
  changeUser(from: ScimOrigin, id: string, input: Partial<ScimUserInput>): Promise<ScimUser> {
    return this.#change(from, async (write) => {
      const user = required(await findScimUser(write.database, id), id)
      await changeScimUser(write, this.#issuer, user, input)
      return required(await findScimUser(write.database, id), id)
    })
  }

  /** Disables a user for good, and shows them no more. @throws ScimRefusal 404 */
  removeUser(from: ScimOrigin, id: string): Promise<void> {
    return this.#change(from, async (write) => {
      const user = required(await findScimUser(write.database, id), id)
      await removeScimUser(write, this.#issuer, user)
    })
  }

  #change<T>(
    { address, requestId }: ScimOrigin,
    work: (write: OperatorWrite) => Promise<T>,
  ): Promise<T> {
    const { clock, newId } = this.#maker
    const actor = { ...scim, address, requestId }
    return this.#database.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${scimLock})`.execute(tx)
      return work(new OperatorWrite(tx, clock(), newId, actor))
    })
  }
}

function required(user: ScimUser | undefined, id: string): ScimUser {
  if (!user) throw unknownResource('user', id)
  return user
}
