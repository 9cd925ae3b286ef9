import { type Kysely, sql } from 'kysely'

/** Saved views: named addresses of lists, of one person or, without one, of the team. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table saved_view (
      org_id text not null references organization,
      id text not null,
      user_id text references user_account,
      page text not null,
      name text collate "C" not null,
      search text not null,
      is_default boolean not null,
      created_at double precision not null,
      created_by text not null,
      primary key (org_id, id)
    );
    create unique index on saved_view (org_id, coalesce(user_id, ''), page, name);
    create unique index on saved_view (org_id, coalesce(user_id, ''), page) where is_default
  `.execute(database)
}
