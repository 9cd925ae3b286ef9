import { emailAddress } from '#contract/common/fields.ts'
import { isServiceAccount } from './add-person.ts'
import { changeEmail } from './change-email.ts'
import { AdministrationError, requireName } from './names.ts'
import type { OperatorWrite } from './operator.ts'

/** What became of a user that the operator adds. */
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
  const { database, at: created_at, newId } = write
  const added = await database
    .insertInto('user_account')
    .values({ id: newId(), created_at, name, email: email ?? null, default_org_id: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    const isChanged = email !== undefined && (await changeEmail(write, { name, email }))
    return isChanged ? 'email changed' : 'unchanged'
  }
  if (await isServiceAccount(database, name))
    throw new AdministrationError(`A service account is named '${name}': choose another name`)
  const org = { id: newId(), name, kind: 'personal' as const, created_at }
  const taken = await database
    .selectFrom('organization')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  if (taken) throw new AdministrationError(`An organization named '${name}' exists already`)
  await database.insertInto('organization').values(org).execute()
  await database
    .insertInto('membership')
    .values({ org_id: org.id, user_id: added.id, role: 'admin', created_at })
    .execute()
  await write.appendEntry(org.id, 'member_added', { name, role_after: 'admin' })
  await write.logInstance('user_added', { name, email: email ?? null })
  return 'added'
}
