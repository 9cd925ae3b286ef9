import { type Kysely, sql } from 'kysely'

/** Stores who people are at an identity provider, and the ID token of a session for signing out. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_identity (
      issuer text collate "C" not null,
      subject text collate "C" not null,
      user_id text not null references user_account,
      created_at double precision not null,
      last_signed_in_at double precision not null,
      primary key (issuer, subject)
    );
    create unique index on user_identity (user_id, issuer);
    alter table session add column id_token bytea
  `.execute(database)
}
