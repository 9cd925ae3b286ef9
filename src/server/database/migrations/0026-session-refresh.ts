import { type Kysely, sql } from 'kysely'

/** Sessions of single sign-on are checked with the provider while they are used. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session add column refresh_token bytea, add column checked_at double precision;
    create index on session (checked_at) where refresh_token is not null;
  `.execute(database)
}
