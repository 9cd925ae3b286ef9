import { type Kysely, sql } from 'kysely'

/**
 * Stores users and groups that an identity provider provisions by SCIM, and by what id it would name
 * those who signed in there.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table scim_user (
      user_id text primary key references user_account,
      user_name text not null,
      external_id text collate "C",
      is_active boolean not null,
      created_at double precision not null,
      changed_at double precision not null,
      deleted_at double precision
    );
    create unique index on scim_user (lower(user_name)) where deleted_at is null;
    create unique index on scim_user (external_id) where deleted_at is null;
    create index on scim_user (external_id);
    create table scim_group (
      id text primary key,
      display_name text not null,
      external_id text collate "C",
      created_at double precision not null,
      changed_at double precision not null
    );
    create unique index on scim_group (display_name);
    create table scim_group_member (
      group_id text not null references scim_group on delete cascade,
      user_id text not null references scim_user,
      primary key (group_id, user_id)
    );
    create index on scim_group_member (user_id);
    alter table user_identity add column external_id text collate "C";
    create index on user_identity (coalesce(external_id, subject))
  `.execute(database)
}
