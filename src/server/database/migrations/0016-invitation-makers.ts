import { type Kysely, sql } from 'kysely'

/** Remembers who made a sign-in link, so that it ends with their right to make one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_in_token add column made_by text references user_account;
    create index on sign_in_token (made_by) where used_at is null
  `.execute(database)
}
