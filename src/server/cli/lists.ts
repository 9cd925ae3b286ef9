import type { AuditEntry } from '#contract/audit-log/audit-log.ts'
import { isWorking } from '#domain/api-key/key-state.ts'
import { listKeysOf, listOrganizations, listUsers } from '#server/database/system/directory.ts'
import { systemClock } from '#server/platform/clock.ts'
import { OperatorError } from '#server/platform/failure.ts'

/** The database that lists are read from. */
export type Database = Parameters<typeof listUsers>[0]

/** An instant as text. */
export const time = (seconds: number | null) =>
  seconds === null ? 'never' : new Date(seconds * 1000).toISOString().slice(0, 19) + 'Z'

const table = (...rows: (string | number)[][]) => rows.map((row) => row.join('\t'))

/** Lines about all users, with a heading; columns stand between tabs. */
export async function userLines(database: Database): Promise<string[]> {
  const users = await listUsers(database, systemClock())
  return table(
    ['name', 'state', 'e-mail', 'last seen', 'keys', 'sessions', 'organizations'],
    ...users.map(({ name, disabled_at, email, last_seen_at, keys, sessions, roles }) => [
      ...[name, disabled_at === null ? 'enabled' : `disabled ${time(disabled_at)}`, email ?? '-'],
      ...[time(last_seen_at), keys, sessions, roles.join(' ') || '-'],
    ]),
  )
}

/** Lines about all organizations. */
export async function organizationLines(database: Database): Promise<string[]> {
  return table(
    ['name', 'kind', 'created', 'members', 'admins', 'purged'],
    ...(await listOrganizations(database)).map((one) => [
      ...[one.name, one.kind, time(one.created_at), one.members, one.admins.join(' ') || '-'],
      one.purge_at === null ? '-' : time(one.purge_at),
    ]),
  )
}

/** A line about an entry of the log of the instance: its number, when, who, what, and its fields. */
export const instanceEntryLine = ({ seq, recorded_at, actor, action, body }: AuditEntry) =>
  [seq, time(recorded_at), actor, action, JSON.stringify(body)].join('\t')

/**
 * Lines about the personal keys of a user, which never have their secrets.
 * @throws OperatorError for an unknown user
 */
export async function keyLines(database: Database, user: string): Promise<string[]> {
  const keys = await listKeysOf(database, user)
  if (keys === null) throw new OperatorError(`There is no user named '${user}'`)
  const now = systemClock()
  return table(
    ['id', 'state', 'created', 'expires', 'last used', 'description'],
    ...keys.map((key) => [
      ...[key.id, isWorking(key, now) ? 'works' : 'ended', time(key.created_at)],
      ...[time(key.expires_at), time(key.last_used_at), key.description.replace(/\s+/g, ' ')],
    ]),
  )
}
