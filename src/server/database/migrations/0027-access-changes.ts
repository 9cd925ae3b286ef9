import { type Kysely, sql } from 'kysely'

/** Tables that decide who gets in and where, with the columns that can take access away. */
const deciding = {
  api_key: 'revoked_at, expires_at, grace_ends_at, user_id',
  service_key: 'revoked_at, expires_at, grace_ends_at, responsible_id',
  session: 'expires_at, key_id',
  membership: 'role',
  user_account: 'disabled_at, name',
  service_account: 'privilege, deleted_at, name',
  organization: 'name, kind, purge_at',
}

const tell = (table: string, events: string) => sql`
  create trigger tell_access after ${sql.raw(events)} on ${sql.table(table)}
    for each statement execute function tell_access()`

/**
 * Changes of access are told: after commit to all processes, and at once to the one that makes
 * them, so that they may remember callers for a moment.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_access() returns trigger language plpgsql as $$
      begin
        perform pg_notify('cairn_access', pg_current_xact_id()::text);
        raise info 'cairn_access' using detail = pg_current_xact_id()::text;
        return null;
      end $$`.execute(database)
  for (const [table, columns] of Object.entries(deciding)) {
    await tell(table, `update of ${columns} or delete`).execute(database)
  }
  await tell('organization_setting', 'insert or update or delete').execute(database)
}
