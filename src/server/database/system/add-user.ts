import { emailAddress } from '#contract/common/fields.ts'
import { insertNamed, isServiceAccount } from './add-person.ts'
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
