import type { Kysely } from 'kysely'
import { emailAddress } from '#contract/common/fields.ts'
import { candidateNames } from '#domain/session/single-sign-on.ts'
import type { Tables } from '#server/database/tables.ts'
import { changeEmail } from './change-email.ts'
import { AdministrationError, requireName, reservedNames } from './names.ts'
import type { OperatorWrite } from './operator.ts'
import { insertPerson } from './users.ts'

/** Returns whether a service account of any organization has a name: records would name both alike. */
async function isServiceAccount(database: Kysely<Tables>, name: string): Promise<boolean> {
  const account = await database
    .selectFrom('service_account')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}

/**
 * Makes a user that no organization invited, with their personal organization.
 * @returns null where somebody has the name, or an organization
 */
async function insertNamed(
  write: OperatorWrite,
  { name, email }: { name: string; email: string | null },
): Promise<{ id: string; name: string } | null> {
  const { database, at, newId } = write
  const user = { id: newId(), name, email }
  const person = { user, personalOrgId: newId(), homeOrgId: null, created_at: at }
  if (!(await insertPerson(write.in(person.personalOrgId).org, person))) {
    // Somebody else made an organization of this name at the same moment.
    await database.deleteFrom('user_account').where('id', '=', user.id).execute()
    return null
  }
  await write.appendEntry(person.personalOrgId, 'member_added', { name, role_after: 'admin' })
  await write.logInstance('user_added', { name, email })
  return user
}

/** Makes such a user under the first name that is free. */
export async function addPerson(
  write: OperatorWrite,
  { baseName, email }: { baseName: string; email: string | null },
): Promise<{ id: string; name: string }> {
  for (const name of candidateNames(baseName)) {
    if (reservedNames.includes(name) || (await isServiceAccount(write.database, name))) continue
    const user = await insertNamed(write, { name, email })
    if (user) return user
  }
  throw new Error(`No name like '${baseName}' is free`)
}

/** Outcome for a user that the operator adds. */
export type UserAddition = 'added' | 'email changed' | 'unchanged'

/**
 * Adds a user and their personal organization, or gives one who exists the e-mail address.
 * @throws AdministrationError
 */
export async function addUser(
  write: OperatorWrite,
  name: string,
  email?: string,
): Promise<UserAddition> {
  requireName(name)
  if (email !== undefined && !emailAddress.safeParse(email).success)
    throw new AdministrationError(`${JSON.stringify(email)} is not an e-mail address`)
  const { database } = write
  const known = await database
    .selectFrom('user_account')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) {
    const isChanged = email !== undefined && (await changeEmail(write, { id: known.id, email }))
    return isChanged ? 'email changed' : 'unchanged'
  }
  if (await isServiceAccount(database, name))
    throw new AdministrationError(`A service account is named '${name}': choose another name`)
  if (!(await insertNamed(write, { name, email: email ?? null })))
    throw new AdministrationError(`An organization named '${name}' exists already`)
  return 'added'
}
