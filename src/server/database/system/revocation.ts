import { sql } from 'kysely'
import type { OperatorWrite } from './operator.ts'
import { voidLinks } from './users.ts'

interface User {
  id: string
  name: string
}

/** Ends all sessions of a user. @returns number of sessions */
export async function endSessions(write: OperatorWrite, user: User): Promise<number> {
  const { numDeletedRows } = await write.database
    .deleteFrom('session')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const sessions = Number(numDeletedRows)
  if (sessions > 0) await write.logAbout(user, 'signed_out', { how: 'ended', sessions })
  return sessions
}

/** Ends the sessions that were opened with keys, where keys no longer sign in. */
export async function endSessionsOfKeys(write: OperatorWrite): Promise<void> {
  const ended = await write.database
    .deleteFrom('session')
    .using('user_account')
    .whereRef('user_account.id', '=', 'session.user_id')
    .where('session.key_id', 'is not', null)
    .returning(['user_account.id', 'user_account.name'])
    .execute()
  const names = new Map(ended.map(({ id, name }) => [id, name]))
  for (const [id, name] of names) {
    const sessions = ended.filter((one) => one.id === id).length
    await write.logAbout({ id, name }, 'signed_out', {
      how: 'by single sign-on only',
      sessions,
    })
  }
}

/** Revokes a personal key of a user by its id, or all of them. @returns how many */
export async function revokeKeys(write: OperatorWrite, user: User, id?: string): Promise<number> {
  let query = write.database
    .updateTable('api_key')
    .set({ revoked_at: write.at })
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  const keys = await query.returning(['id', 'description']).execute()
  for (const { id: key_id, description } of keys) {
    await write.logAbout(user, 'key_revoked', { key_id }, { description })
  }
  return keys.length
}

/**
 * Disables a user or enables them again. While disabled, their keys, sessions and links and the
 * keys of service accounts that they made are refused. Their sessions, links to them, and links by
 * which they invited others end for good.
 * @returns false if that was so already
 */
export async function setDisabled(write: OperatorWrite, user: User, isDisabled: boolean) {
  const { numUpdatedRows } = await write.database
    .updateTable('user_account')
    .set({ disabled_at: isDisabled ? write.at : null })
    .where('id', '=', user.id)
    .where(sql<boolean>`(disabled_at is not null) <> ${isDisabled}`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await write.logAbout(user, isDisabled ? 'user_disabled' : 'user_enabled', {})
  if (isDisabled) {
    await voidLinks(user.id, write.at).execute(write.database)
    await write.database
      .updateTable('sign_in_token')
      .set({ expires_at: sql`least(expires_at, ${write.at})` })
      .where('made_by', '=', user.id)
      .where('used_at', 'is', null)
      .execute()
    await endSessions(write, user)
  }
  return true
}
