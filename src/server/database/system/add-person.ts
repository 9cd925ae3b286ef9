import type { Kysely } from 'kysely'
import { candidateNames } from '#domain/session/single-sign-on.ts'
import type { Tables } from '#server/database/tables.ts'
import { reservedNames } from './names.ts'
import type { OperatorWrite } from './operator.ts'
import { insertPerson } from './users.ts'

/** Returns whether a service account of any organization has a name: records would name both alike. */
export async function isServiceAccount(database: Kysely<Tables>, name: string): Promise<boolean> {
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
export async function insertNamed(
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
