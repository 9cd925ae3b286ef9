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
 * Makes a user that no organization invited, with their personal organization, under the first name
 * that is free.
 */
export async function addPerson(
  write: OperatorWrite,
  { baseName, email }: { baseName: string; email: string | null },
): Promise<{ id: string; name: string }> {
  const { database, at, newId } = write
  for (const name of candidateNames(baseName)) {
    if (reservedNames.includes(name) || (await isServiceAccount(database, name))) continue
    const user = { id: newId(), name, email }
    const person = { user, personalOrgId: newId(), homeOrgId: null, created_at: at }
    if (!(await insertPerson(write.in(person.personalOrgId).org, person))) {
      // Somebody else made an organization of this name at the same moment.
      await database.deleteFrom('user_account').where('id', '=', user.id).execute()
      continue
    }
    await write.appendEntry(person.personalOrgId, 'member_added', { name, role_after: 'admin' })
    await write.logInstance('user_added', { name, email })
    return user
  }
  throw new Error(`No name like '${baseName}' is free`)
}
