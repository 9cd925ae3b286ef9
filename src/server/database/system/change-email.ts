import { sql } from 'kysely'
import type { OperatorWrite } from './operator.ts'

/**
 * Changes the e-mail address of a user, if it is another one. The log of the instance tells of it:
 * by addresses accounts are linked to those of the identity provider.
 * @returns whether it is another one
 */
export async function changeEmail(
  write: OperatorWrite,
  { email, ...which }: { email: string | null } & ({ id: string } | { name: string }),
): Promise<boolean> {
  const isUser = 'id' in which ? sql`id = ${which.id}` : sql`name = ${which.name}`
  const { rows } = await sql<{ id: string; name: string; email: string | null }>`
    select id, name, email from user_account
    where ${isUser} and email is distinct from ${email} for update`.execute(write.database)
  const [user] = rows
  if (!user) return false
  await write.database
    .updateTable('user_account')
    .set({ email })
    .where('id', '=', user.id)
    .execute()
  await write.logInstance('email_changed', {
    name: user.name,
    before: user.email,
    after: email,
  })
  return true
}
