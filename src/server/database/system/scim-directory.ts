import { type Kysely, sql } from 'kysely'
import type { ScimCondition } from '#domain/scim/filter.ts'
import { unknownResource } from '#domain/scim/scim-refusal.ts'
import type { Tables } from '#server/database/tables.ts'
import { retryDeadlocks } from '#server/database/write-conflicts.ts'
import { OperatorWrite, scim, scimLock } from './operator.ts'
import {
  findScimGroup,
  removeFromScimGroups,
  listScimGroups,
  putScimGroup,
  removeScimGroup,
  type RoleGiver,
  type ScimGroup,
  type ScimGroupAttribute,
  type ScimGroupInput,
} from './scim-groups.ts'
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

/** Where a request of SCIM came from, for audit entries. */
export interface ScimOrigin {
  address: string
  requestId: string
}

/** Users and groups of the identity provider's directory, across organizations. */
export class ScimDirectory {
  readonly #database: Kysely<Tables>
  readonly #giver: RoleGiver
  readonly #maker: { clock: () => number; newId: () => string }

  /** @param giver - the identity provider that people sign in at; null for none */
  constructor(
    database: Kysely<Tables>,
    giver: RoleGiver,
    maker: { clock: () => number; newId: () => string },
  ) {
    this.#database = database
    this.#giver = giver
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
      const id = await addScimUser(write, this.#giver?.issuer ?? null, input)
      return required(await findScimUser(write.database, id), id)
    })
  }

  /** Changes a user; `active` disables their accounts, or enables them. @throws ScimRefusal */
  changeUser(from: ScimOrigin, id: string, input: Partial<ScimUserInput>): Promise<ScimUser> {
    return this.#change(from, async (write) => {
      const user = required(await findScimUser(write.database, id), id)
      await changeScimUser(write, this.#giver?.issuer ?? null, user, input)
      return required(await findScimUser(write.database, id), id)
    })
  }

  /** Disables a user for good, and shows them no more. @throws ScimRefusal 404 */
  removeUser(from: ScimOrigin, id: string): Promise<void> {
    return this.#change(from, async (write) => {
      const user = required(await findScimUser(write.database, id), id)
      await removeFromScimGroups(write, this.#giver, id)
      await removeScimUser(write, this.#giver?.issuer ?? null, user)
    })
  }

  /** Lists groups that meet all conditions, and counts all of them. */
  listGroups(
    conditions: readonly ScimCondition<ScimGroupAttribute>[],
    page: { offset: number; limit: number },
  ) {
    return listScimGroups(this.#database, conditions, page)
  }

  /** Finds a group. @throws ScimRefusal 404 */
  findGroup(id: string): Promise<ScimGroup> {
    return requiredGroup(this.#database, id)
  }

  /** Adds a group; its members get what it gives. @throws ScimRefusal 400, 409 */
  addGroup(from: ScimOrigin, input: ScimGroupInput): Promise<ScimGroup> {
    const id = this.#maker.newId()
    return this.#change(from, async (write) => {
      await putScimGroup(write, this.#giver, null, id, input)
      return requiredGroup(write.database, id)
    })
  }

  /** Changes a group; roles follow who comes and goes. @throws ScimRefusal 400, 404, 409 */
  changeGroup(from: ScimOrigin, id: string, input: ScimGroupInput): Promise<ScimGroup> {
    return this.#change(from, async (write) => {
      await putScimGroup(write, this.#giver, await requiredGroup(write.database, id), id, input)
      return requiredGroup(write.database, id)
    })
  }

  /** Removes a group, with what it gave. @throws ScimRefusal 404 */
  removeGroup(from: ScimOrigin, id: string): Promise<void> {
    return this.#change(from, async (write) =>
      removeScimGroup(write, this.#giver, await requiredGroup(write.database, id)),
    )
  }

  #change<T>(
    { address, requestId }: ScimOrigin,
    work: (write: OperatorWrite) => Promise<T>,
  ): Promise<T> {
    const { clock, newId } = this.#maker
    const actor = { ...scim, address, requestId }
    return retryDeadlocks(() =>
      this.#database.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${scimLock})`.execute(tx)
        return work(new OperatorWrite(tx, clock(), newId, actor))
      }),
    )
  }
}

function required(user: ScimUser | undefined, id: string): ScimUser {
  if (!user) throw unknownResource('user', id)
  return user
}

async function requiredGroup(database: Kysely<Tables>, id: string): Promise<ScimGroup> {
  const group = await findScimGroup(database, id)
  if (!group) throw unknownResource('group', id)
  return group
}
