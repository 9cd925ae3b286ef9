import { sql } from 'kysely'

/** Preferences of people: how pages open, environments they snoozed, saved views. */
export const personal = sql`
  create table preference (
    org_id text not null references organization,
    user_id text not null references user_account,
    page text not null,
    search text not null,
    primary key (org_id, user_id, page)
  );

  create table snooze (
    org_id text not null,
    user_id text not null references user_account,
    environment_id text not null,
    since double precision not null,
    snapshot_index integer not null,
    snoozed_at double precision not null,
    primary key (org_id, user_id, environment_id),
    foreign key (org_id, environment_id) references environment
  );

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
  create unique index on saved_view (org_id, coalesce(user_id, ''), page) where is_default`
